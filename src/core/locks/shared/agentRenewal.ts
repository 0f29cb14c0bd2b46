/**
 * The renewal of a coding agent's lease, the same for each lock that an agent may hold: by its loop or its harness. An
 * agent is a loop: it asks its model, reads one answer, acts on it, and asks again. A harness is the program around
 * that loop, in the same process. A loop that waits for one long answer cannot renew. A harness can, and does so for
 * an agent that hangs, too, unless it watches for signs of life. This file knows no requests of a particular lock.
 * Sources: lightdash #22372, a lease removed during one long answer; tomcounsell/ai #2714, a heartbeat that outlives
 * its agent; everruns #1087, a lease that was first renewed only after a tool call, later also during it.
 */
import { cancel, fork, type Program, sleep, type Task } from '../../model/effects/effect';
import { type EventLoop, whenFree } from '../../model/effects/eventLoop';
import { choice, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import type { LockContext } from '../../model/scenario/lock';
import { fromMs, type Micros } from '../../model/values/time';
import { leftOf, type Reading, readClock } from './clock';

export const agentRenewalFields = {
  renewedBy: choice({
    label: { en: 'Who renews', zh: '谁来续期' },
    help: {
      en: 'The agent’s own loop can renew only between two of its steps, so one long answer means no renewal. The harness, the program around the agent, has a timer of its own. It renews for an agent that hangs, too, unless it watches for signs of life.',
      zh: 'agent 自己的循环只能在两步之间续期：一段长回答期间，谁也不续。harness（包在 agent 外面的程序）有自己的定时器；agent 挂住了，它也照样续，除非它会看 agent 有没有动静。',
    },
    options: [
      { id: 'nobody', label: { en: 'nobody', zh: '没有谁' } },
      { id: 'loop', label: { en: 'the agent’s loop, between two steps', zh: 'agent 的循环，在两步之间' } },
      { id: 'harness', label: { en: 'the harness, always', zh: 'harness，一直续' } },
      {
        id: 'harness-while-alive',
        label: { en: 'the harness, while the agent shows signs of life', zh: 'harness，只在 agent 有动静时' },
      },
    ],
    default: 'harness',
  }),
  silenceMax: milliseconds({
    label: { en: 'Silence at most', zh: '最长多久没动静' },
    help: {
      en: 'A harness that watches its agent does not renew after this time without a sign of life: a token of an answer, the result of a tool. An agent that writes a long answer shows them all the time, and one that hangs shows none.',
      zh: '会看动静的 harness，超过这段时间没看到 agent 的动静就不再续期。动静指：回答里又来了一个 token，工具返回了结果。写长回答的 agent 一直有动静，挂住的没有。',
    },
    min: 2,
    max: 3_600_000,
    default: 60_000,
  }),
} as const;

export type AgentRenewalSettings = ValuesOf<typeof agentRenewalFields>;

/** For `computes` of a lock: while the model answers, the agent's loop does nothing else. */
export const loopRenews = ({ renewedBy }: Pick<AgentRenewalSettings, 'renewedBy'>): boolean => renewedBy === 'loop';

export interface Renewal {
  /** The time from the grant to the first renewal, and from the end of one to the next. */
  readonly period: Micros;
  /** Renews once. Returns false when the lease is known to be lost, which ends the renewals. */
  readonly renew: () => Program<boolean>;
}

/**
 * Starts what renews a lease that was just granted. Call it in the task that acquires, which is the agent: tasks that
 * are tied to it end when the agent does.
 *
 * @returns the tasks for `stopRenewing`. Empty: nobody renews.
 */
export function* startRenewing(
  { loop, settings }: Pick<LockContext<AgentRenewalSettings>, 'loop' | 'settings'>,
  renewal: Renewal,
): Program<readonly Task[]> {
  const { renewedBy, silenceMax } = settings;
  switch (renewedBy) {
    case 'nobody':
      return [];
    case 'loop':
      return [yield* fork(renewAgain(renewal, { loop }), { tied: true })];
    case 'harness':
      return [yield* fork(renewAgain(renewal, {}))];
    case 'harness-while-alive': {
      const agent: Agent = { shownAt: yield* readClock('mono'), silenceMax: fromMs(silenceMax) };
      const signs = yield* fork(sendHeartbeats(agent), { tied: true });
      return [signs, yield* fork(renewAgain(renewal, { agent }))];
    }
    default:
      return renewedBy satisfies never;
  }
}

/** Ends what renews. A renewal that is under way may still be carried out. */
export function* stopRenewing(tasks: readonly Task[]): Program {
  for (const task of tasks) yield* cancel(task);
}

/** An agent as its harness sees it. */
interface Agent {
  /** When it showed the latest sign of life. */
  shownAt: Reading;
  readonly silenceMax: Micros;
}

/** As long as it runs, the agent shows signs of life twice as often as required. */
function* sendHeartbeats(agent: Agent): Program {
  for (;;) {
    yield* sleep(Math.floor(agent.silenceMax / 2));
    agent.shownAt = yield* readClock('mono');
  }
}

/**
 * Renews after each period, once the event loop is free. While the agent is silent, it renews nothing but keeps
 * checking: an agent whose process was paused shows signs of life later.
 */
function* renewAgain(
  { period, renew }: Renewal,
  { loop, agent }: { readonly loop?: EventLoop | undefined; readonly agent?: Agent },
): Program {
  for (;;) {
    yield* sleep(period);
    yield* whenFree(loop);
    if (agent !== undefined && (yield* isSilent(agent))) continue;
    if (!(yield* renew())) return;
  }
}

function* isSilent({ shownAt, silenceMax }: Agent): Program<boolean> {
  return leftOf({ clock: 'mono', from: shownAt, lasts: silenceMax }, yield* readClock('mono')) === 0;
}
