/** The English texts of a loss of power. */
import type { PowerLossFault } from './powerLoss';
import type { FaultTexts } from './texts';

export const powerLoss: FaultTexts<PowerLossFault> = {
  name: 'Power loss',
  help: 'The machine loses power; what was not fsynced is gone.',
  title: (who) => `${who} loses power`,
  struck: ({ from }) => `${from} loses power.`,
};
