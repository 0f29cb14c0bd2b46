/** The Chinese texts of a crash. */
import type { CrashFault } from './crash';
import type { FaultTexts } from './texts';

export const crash: FaultTexts<CrashFault> = {
  name: '崩溃',
  help: '进程被杀死；已写入文件的内容还在。',
  title: (who, { only }) => (only === undefined ? `${who} 崩溃` : `${who} 的线程死了`),
  struck: ({ from, fault }) => (fault.only === undefined ? `${from} 被杀死。` : `${from} 的一个线程死了。`),
};
