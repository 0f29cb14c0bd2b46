/**
 * The servers of a lock service have no leader for a while, as during an election. Meanwhile requests fail that only a
 * leader can answer, and no session ends. The new leader gives each session its whole time again. Votes, and
 * what a server could answer without a leader, are left out. Of a service with several members, the one that leads steps
 * down, and one of them leads again at the end.
 */
import type { OnProcess } from '../model/fault';
import { type ProcessId, roleOf } from '../model/scenario';
import { fromMs, type Ms } from '../model/time';
import { lasts } from './fields';
import { long } from './fresh';
import { after, askLeader, ended, findLeader, loseLeader, miss, struck } from './order';
import * as problems from './problems';
import type { FaultProgram } from './program';

export interface NoLeaderFault extends OnProcess {
  readonly kind: 'no-leader';
  readonly for: Ms;
}

declare module '../model/fault' {
  interface FaultShapes {
    readonly 'no-leader': NoLeaderFault;
  }
}

const service: ProcessId = 'service';

export const noLeader: FaultProgram<NoLeaderFault> = {
  kind: 'no-leader',
  target: 'process',
  fields: { for: lasts },
  length: 'for',
  strikes: 'service',
  usually: service,
  key: 'KeyN',
  fresh: (place) => ({ kind: 'no-leader', process: service, when: place.when, for: long(place) }),
  problem: ({ process }) => (roleOf(process) === 'service' ? null : problems.noService(process)),
  mark: () => ({ shape: 'band' }),
  *strike({ process, for: length }) {
    if (!(yield* askLeader(process))) return yield* miss(problems.noLeaderEver(process));
    yield* struck(process);
    yield* loseLeader(process);
    yield* after(fromMs(length));
    yield* findLeader(process);
    yield* ended(process);
  },
  misfortune: ({ process, for: length }, at) => ({
    rule: 'leaderless',
    values: { process, at, micros: fromMs(length) },
  }),
};

export const sign: readonly string[] = [
  'M11.562 3.266a.5.5 0 0 1 .876 0L15.39 8.87a1 1 0 0 0 1.516.294L21.183 5.5a.5.5 0 0 1 .798.519l-2.834 10.246a1 1 0 0 1-.956.734H5.81a1 1 0 0 1-.957-.734L2.02 6.02a.5.5 0 0 1 .798-.519l4.276 3.664a1 1 0 0 0 1.516-.294z',
  'M5 21h14',
  'm2 2 20 20',
];
