/** The English texts of a machine that stops. */
import type { SuspendFault } from './suspend';
import type { FaultTexts } from './texts';

export const suspend: FaultTexts<SuspendFault> = {
  name: 'Suspend',
  help: 'The whole machine sleeps, or a virtual machine is stopped and migrated.',
  title: (who, { wallClock }) => `${who} ${wallClock ? 'is migrated' : 'sleeps'}`,
  struck: ({ from, fault, length }) =>
    fault.wallClock
      ? `The virtual machine of ${from} is stopped for ${length(fault.for)}, and all its clocks with it.`
      : `The machine of ${from} sleeps for ${length(fault.for)}.`,
};
