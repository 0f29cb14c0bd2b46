/** The Chinese texts of a clock that is slewed. */
import type { ClockSlewFault } from './clockSlew';
import type { FaultTexts } from './texts';

export const clockSlew: FaultTexts<ClockSlewFault> = {
  name: '时钟微调',
  help: '挂钟被一点一点地校正。',
  title: (who) => `${who} 时钟微调`,
  struck: ({ from, fault, length }) => `${from} 的时钟被一点一点地校正，共 ${length(fault.by)}。`,
  ended: ({ from }) => `${from} 的时钟校正完毕。`,
  isTold: true,
};
