/** The Chinese texts of a machine that sleeps. */
import type { SuspendFault } from './suspend';
import type { FaultTexts } from './texts';

export const suspend: FaultTexts<SuspendFault> = {
  name: '休眠',
  help: '整台机器休眠；单调时钟也停住。',
  title: (who) => `${who} 休眠`,
  struck: ({ from, fault, length }) => `${from} 所在的机器休眠 ${length(fault.for)}。`,
};
