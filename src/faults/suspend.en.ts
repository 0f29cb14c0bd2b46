/** The English texts of a machine that sleeps. */
import type { SuspendFault } from './suspend';
import type { FaultTexts } from './texts';

export const suspend: FaultTexts<SuspendFault> = {
  name: 'Suspend',
  help: 'The whole machine sleeps; its monotonic clock stands still.',
  title: (who) => `${who} sleeps`,
  struck: ({ from, fault, length }) => `The machine of ${from} sleeps for ${length(fault.for)}.`,
};
