/**
 * The servers of a lock service have no leader for a while, as during an election. Meanwhile requests that only a
 * leader can answer fail, and no session ends. The new leader gives each session its full time again. Votes are not
 * simulated, nor answers that a server could give without a leader. In a service with several members the leader steps
 * down, and one of them leads again at the end. Only simulated services have a leader: `leadership` says how a service
 * refuses and what its new leader does. A database has no leader, so the fault misses. The cases are in
 * `test/core/sim/noLeader.test.ts`, since none of our real servers elects a leader.
 */
import type { OnProcess } from '../model/scenario/fault';
import { type ProcessId, roleOf } from '../model/scenario/processId';
import type { Both } from '../model/values/text';
import { fromMs, type Ms } from '../model/values/time';
import { lengthUntilEnd } from './endingFaults';
import { lasts } from './fields';
import { longLength } from './fresh';
import { type InjectionRules, inMs } from './injectionPoints';
import { askLeader, ended, findLeader, loseLeader, miss, reportInjected, waitOrEnd } from './order';
import * as problems from './problems';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface NoLeaderFault extends OnProcess {
  readonly kind: 'no-leader';
  readonly for: Ms;
}

declare module '../model/scenario/fault' {
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
  appliesTo: 'service',
  usually: service,
  key: 'KeyN',
  fresh: (point) => ({ kind: 'no-leader', process: service, when: point.when, for: longLength(point) }),
  problem: ({ process }) => (roleOf(process) === 'service' ? null : problems.noService(process)),
  mark: () => ({ shape: 'band' }),
  *inject({ process, for: length }) {
    if (!(yield* askLeader(process))) return yield* miss(problems.noLeaderEver(process));
    yield* reportInjected(process);
    yield* loseLeader(process);
    yield* waitOrEnd(fromMs(length));
    yield* findLeader(process);
    yield* ended(process);
  },
  faultCause: ({ process, for: length }, at) => ({
    rule: 'leaderless',
    values: { process, at, micros: fromMs(length) },
  }),
  endedAtFields: (fault, struck, at) => ({ for: lengthUntilEnd(fault.for, struck, at) }),
};

export const sign: readonly string[] = [
  'M11.562 3.266a.5.5 0 0 1 .876 0L15.39 8.87a1 1 0 0 0 1.516.294L21.183 5.5a.5.5 0 0 1 .798.519l-2.834 10.246a1 1 0 0 1-.956.734H5.81a1 1 0 0 1-.957-.734L2.02 6.02a.5.5 0 0 1 .798-.519l4.276 3.664a1 1 0 0 0 1.516-.294z',
  'M5 21h14',
  'm2 2 20 20',
];

export const texts: Both<FaultTexts<NoLeaderFault>> = {
  en: {
    name: 'No leader',
    help: 'ZooKeeper, etcd, Chubby, Consul or DynamoDB has no leader for a while: requests fail, no session ends. Not simulated: votes, and what a server could answer without a leader.',
    title: (who) => `${who} has no leader`,
    injected: ({ from, fault, length }) =>
      `${from} has no leader for ${length(fault.for)}: requests fail, no session ends.`,
    ended: ({ from }) => `${from} has a leader again, and every session’s timeout starts over.`,
    isNarrated: () => true,
  },
  zh: {
    name: '没有 leader',
    help: 'ZooKeeper、etcd、Chubby、Consul 或 DynamoDB 一时没有 leader：请求失败，会话不会结束。投票过程、没有 leader 时还能答复什么，都不模拟。',
    title: (who) => `${who} 没有 leader`,
    injected: ({ from, fault, length }) => `${from} 有 ${length(fault.for)} 没有 leader：请求失败，会话不会结束。`,
    ended: ({ from }) => `${from} 又有了 leader，每个会话重新计时。`,
    isNarrated: () => true,
  },
};

/** A service with a leader can lose it before each request that is sent to it. */
export const injectionRules: InjectionRules = {
  strengths: [inMs('for')],
  isNarrated: false,
  placements: (survey) => {
    const [below, , above] = survey.lengths;
    return [below, above].flatMap((length) =>
      survey.requests
        .filter(({ to }) => survey.servicesWithLeader.includes(to))
        .map(({ to, nth, at, seq }) => ({
          fault: {
            kind: 'no-leader',
            process: to,
            when: { kind: 'request', to, side: 'before', nth },
            for: length,
          } as const,
          process: to,
          at,
          seq,
        })),
    );
  },
};
