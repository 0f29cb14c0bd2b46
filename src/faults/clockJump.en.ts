/** The English texts of a jump of a clock. */
import type { ClockJumpFault } from './clockJump';
import type { FaultTexts } from './texts';

export const clockJump: FaultTexts<ClockJumpFault> = {
  name: 'Clock jump',
  help: 'The wall clock is set forward or back.',
  title: (who) => `${who}: clock jumps`,
  struck: ({ from }) => `The clock of ${from} is set.`,
};
