/** The English texts of a lock service without a leader. */
import type { NoLeaderFault } from './noLeader';
import type { FaultTexts } from './texts';

export const noLeader: FaultTexts<NoLeaderFault> = {
  name: 'No leader',
  help: 'The servers of ZooKeeper, etcd, Chubby or Consul have no leader for a while: requests fail, and no session ends. The new leader gives each session its whole time again. How the servers elect it is left out, and so is what one can answer without a leader.',
  title: (who) => `${who} has no leader`,
  struck: ({ from, fault, length }) =>
    `${from} has no leader for ${length(fault.for)}: requests fail, no session ends.`,
  ended: ({ from }) => `${from} has a leader again, and each session its whole time.`,
  isTold: true,
};
