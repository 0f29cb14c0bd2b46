/** The English texts of a drifting clock. */
import type { ClockDriftFault } from './clockDrift';
import type { FaultTexts } from './texts';

export const clockDrift: FaultTexts<ClockDriftFault> = {
  name: 'Drift',
  help: 'The wall clock runs fast or slow.',
  title: (who) => `${who}: clock drifts`,
  struck: ({ from }) => `The clock of ${from} begins to drift.`,
  ended: ({ from }) => `The clock of ${from} no longer drifts.`,
  isTold: true,
};
