/**
 * A database, or the pool in front of it, ends one session although the client, its machine and the link are healthy:
 * by an idle timeout, the maximum lifetime of a connection, or pg_terminate_backend. The client notices at its next
 * statement. The client's lane shows the fault. `hasSession` and `endSession` of a simulated service say whether there
 * is a session, which may also be in the database's pool. The cases are in `test/core/sim/sessionEnds.test.ts`, since
 * real runs leave this fault out.
 */
import type { OnProcess } from '../model/scenario/fault';
import { isClient, type ProcessId, roleOf } from '../model/scenario/processId';
import type { Both } from '../model/values/text';
import { beforeEffects, type InjectionRules } from './injectionPoints';
import { askSession, endSession, miss, reportInjected } from './order';
import * as problems from './problems';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

/** `process` is the client that has the session. */
export interface SessionEndsFault extends OnProcess {
  readonly kind: 'session-ends';
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly 'session-ends': SessionEndsFault;
  }
}

const usually: ProcessId = 'client1';

export const sessionEnds: FaultProgram<SessionEndsFault> = {
  kind: 'session-ends',
  target: 'process',
  fields: {},
  length: null,
  appliesTo: 'session',
  usually,
  key: 'KeyQ',
  fresh: ({ process, when, processes }) => ({
    kind: 'session-ends',
    process: isClient(process) ? process : (processes.find(isClient) ?? usually),
    when,
  }),
  problem: ({ process }, present) =>
    !isClient(process)
      ? problems.noSessionOf(process)
      : present.some((id) => roleOf(id) === 'service')
        ? null
        : problems.noDatabase,
  mark: () => ({ shape: 'cross' }),
  *inject({ process }) {
    if (!(yield* askSession(process))) return yield* miss(problems.noSession(process));
    yield* reportInjected(process);
    yield* endSession(process);
  },
  faultCause: ({ process }, at) => ({ rule: 'sessionEnded', values: { process, at } }),
  endedAtFields: () => ({}),
};

export const sign: readonly string[] = ['M15 7h2a5 5 0 0 1 0 10h-2m-6 0H7A5 5 0 0 1 7 7h2'];

export const texts: Both<FaultTexts<SessionEndsFault>> = {
  en: {
    name: 'Session ends',
    help: 'The database or its pool ends one client’s session, while everything else works: an idle timeout, a connection’s maximum lifetime, pg_terminate_backend. The client only finds out at its next statement.',
    title: (who) => `The database ends the session of ${who}`,
    injected: ({ from }) => `The database ends the session of ${from}, which only finds out at its next statement.`,
    isNarrated: () => true,
  },
  zh: {
    name: '会话被结束',
    help: '数据库或连接池结束某个客户端的会话，其余一切正常：空闲超时、连接到达最长寿命、pg_terminate_backend。客户端执行下一条语句时才知道。',
    title: (who) => `数据库结束 ${who} 的会话`,
    injected: ({ from }) => `数据库结束了 ${from} 的会话；它执行下一条语句时才会知道。`,
    isNarrated: () => true,
  },
};

/** A session can end before each effect of its client. */
export const injectionRules: InjectionRules = {
  strengths: [],
  isNarrated: true,
  placements: (survey) =>
    survey.hasSessions ? beforeEffects(survey, (process, when) => ({ kind: 'session-ends', process, when })) : [],
};
