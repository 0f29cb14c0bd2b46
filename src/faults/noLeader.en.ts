/** The English texts of a lock service without a leader. */
import type { NoLeaderFault } from './noLeader';
import type { FaultTexts } from './texts';

export const noLeader: FaultTexts<NoLeaderFault> = {
  name: 'No leader',
  help: 'ZooKeeper, etcd, Chubby or Consul has no leader for a while: requests fail, no session ends. Left out: votes, and what a server could answer without a leader.',
  title: (who) => `${who} has no leader`,
  struck: ({ from, fault, length }) =>
    `${from} has no leader for ${length(fault.for)}: requests fail, no session ends.`,
  ended: ({ from }) => `${from} has a leader again, and each session its whole time.`,
  isTold: true,
};
