/** The Chinese texts of a machine that stops. */
import type { SuspendFault } from './suspend';
import type { FaultTexts } from './texts';

export const suspend: FaultTexts<SuspendFault> = {
  name: '休眠',
  help: '整台机器休眠，或虚拟机因迁移而停住。',
  title: (who, { wallClock }) => `${who} ${wallClock ? '被迁移' : '休眠'}`,
  struck: ({ from, fault, length }) =>
    fault.wallClock
      ? `${from} 所在的虚拟机停住 ${length(fault.for)}，所有时钟也随之停住。`
      : `${from} 所在的机器休眠 ${length(fault.for)}。`,
};
