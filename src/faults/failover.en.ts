/** The English texts of a failover. */
import type { FailoverFault } from './failover';
import type { FaultTexts } from './texts';

export const failover: FaultTexts<FailoverFault> = {
  name: 'Failover',
  help: 'The master dies and its replica takes over.',
  title: (who) => `${who} fails over`,
  struck: ({ from }) => `${from} fails over to its replica.`,
};
