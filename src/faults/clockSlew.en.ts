/** The English texts of a clock that is slewed. */
import type { ClockSlewFault } from './clockSlew';
import type { FaultTexts } from './texts';

export const clockSlew: FaultTexts<ClockSlewFault> = {
  name: 'Clock slew',
  help: 'The wall clock is corrected little by little.',
  title: (who) => `${who}: clock is slewed`,
  struck: ({ from, fault, length }) => `The clock of ${from} is corrected little by little, by ${length(fault.by)}.`,
  ended: ({ from }) => `The clock of ${from} is corrected.`,
  isTold: true,
};
