/** The English texts of a crash. */
import type { CrashFault } from './crash';
import type { FaultTexts } from './texts';

export const crash: FaultTexts<CrashFault> = {
  name: 'Crash',
  help: 'The process is killed; what it wrote to its file stays.',
  title: (who, { only }) => (only === undefined ? `${who} crashes` : `The thread of ${who} dies`),
  struck: ({ from, fault }) => (fault.only === undefined ? `${from} is killed.` : `A thread of ${from} dies.`),
};
