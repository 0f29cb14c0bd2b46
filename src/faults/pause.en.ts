/** The English texts of a pause. */
import type { PauseFault } from './pause';
import type { FaultTexts } from './texts';

export const pause: FaultTexts<PauseFault> = {
  name: 'Pause',
  help: 'Stop the world: the process runs no code for a while.',
  title: (who) => `${who} pauses`,
  struck: ({ from, fault, length }) => `${from} is paused for ${length(fault.for)}.`,
};
