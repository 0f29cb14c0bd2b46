/** The Chinese texts of a pause. */
import type { PauseFault } from './pause';
import type { FaultTexts } from './texts';

export const pause: FaultTexts<PauseFault> = {
  name: '暂停',
  help: '整个进程停住：一段时间内不执行任何代码。',
  title: (who) => `${who} 暂停`,
  struck: ({ from, fault, length }) => `${from} 的整个进程暂停，持续 ${length(fault.for)}。`,
};
