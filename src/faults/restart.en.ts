/** The English texts of a restart. */
import type { RestartFault } from './restart';
import type { FaultTexts } from './texts';

export const restart: FaultTexts<RestartFault> = {
  name: 'Restart',
  help: 'The process is killed and starts again at once.',
  title: (who) => `${who} restarts`,
  struck: ({ from }) => `${from} is restarted.`,
};
