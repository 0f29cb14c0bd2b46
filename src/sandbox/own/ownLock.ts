/**
 * A reader's code as a lock like any other. Without an engine it can be judged and drawn, but not run. A page uses it
 * that way, since the code runs in a worker.
 */
import {
  forever,
  type GuestIO,
  guestCode,
  mono,
  type Program,
  type Reason,
  step,
} from '../../core/model/effects/effect';
import type { ValuesOf } from '../../core/model/scenario/fields';
import { defineLock, type Held, type Lock, type LockContext, type Refused } from '../../core/model/scenario/lock';
import { nodeId } from '../../core/model/scenario/processId';
import { fromMs, type Micros } from '../../core/model/values/time';
import { type Ended, GuestProcess, pidOf, type Running } from './guestProcess';
import { type AcquireResult, firstTask, type Thrown } from './host';
import { ownLockId } from './ownCalls';
import { ownFields, ownLockTexts, ownLossReport } from './ownLockFields';
import { readGot } from './readAsked';

type Context = LockContext<ValuesOf<typeof ownFields>>;

/** What was acquired: its number in the realm. */
interface State {
  readonly id: number;
}

/** @param running null: the lock can only be judged and drawn */
export function ownLock(running: Running | null): Lock {
  // Where code runs without files, a scenario of a lock that has some has no process for them.
  const isWithout = running !== null && running.files === null;
  return defineLock<typeof ownFields, State>(
    { id: ownLockId, title: ownLockTexts.title },
    {
      about: ownLockTexts.about,
      lossReport: ownLossReport,
      fields: ownFields,
      steps: [],
      services: (_, { files, nodes }) => [
        ...(files === 'only' && !isWithout ? [] : Array.from({ length: nodes }, (_none, index) => nodeId(index))),
        ...(files === 'none' || isWithout ? [] : (['service'] as const)),
      ],
      quorum: ({ files, nodes }) => (files === 'only' && !isWithout ? 1 : Math.floor(nodes / 2) + 1),
      hasToken: ({ token }) => token,
      freedAfter: ({ freedAfter }) => freedAfter,
      // Keys that others take over after a time of their own block nobody forever.
      keysLapse: ({ freedAfter }) => (freedAfter > 0 ? true : undefined),
      // Code that says that its lock is lost stops.
      whenLost: 'at-once',
      hasTimerToo: true,
      acquire: (lock) => acquire(lock, running),
      release,
      remaining,
      quit,
      source: 'own/ownLock.ts',
    },
  );
}

const guestProcessKey = 'life';

const guestProcessIn = ({ memory }: Pick<Context, 'memory'>): GuestProcess | undefined =>
  memory?.get(guestProcessKey) as GuestProcess | undefined;

function* acquire(lock: Context, running: Running | null): Program<Held<State> | Refused> {
  const { hold, notice, task = firstTask } = lock;
  const ended = yield* guestCode<Ended<AcquireResult | null>>((door) => {
    const life = guestProcessIn(lock) ?? begin(lock, running, door);
    if (!life.as.ok) {
      const { message, line, column } = life.as.problem;
      return door.settle({ ok: false, thrown: { name: 'Error', message, line, column } });
    }
    life.enter(door, 'acquire', task, { hold, notice });
  });
  const life = guestProcessIn(lock);
  if (!ended.ok) return yield* refuse(life, ended.thrown);
  const got = readGot(ended.value);
  if (got === null) return { kind: 'refused', reason: 'held' };
  if (!got.isNothing && running?.recorder) running.recorder.returnsLock = true;
  const { id, token, owner } = got;
  if (got.validFor === null) return { kind: 'held', validFor: forever, token, owner, state: { id } };
  const validFor = Math.max(0, fromMs(got.validFor));
  life?.validUntil.set(id, (yield* mono()) + validFor);
  return { kind: 'held', validFor, token, owner, state: { id } };
}

/** Errors that the language or the server throws at wrong code. */
const mistakes = /^(?:Type|Reference|Syntax|Range|Internal|Reply)Error$/;

function begin(lock: Context, running: Running | null, door: GuestIO): GuestProcess {
  if (running === null) throw new Error('This page cannot run the code of the lock: a worker does.');
  const { me, key, nodes, settings } = lock;
  const number = Number(me.replace(/\D/g, ''));
  const begun = {
    me,
    number,
    // In a container it is 1.
    pid: settings.twins ? 1 : pidOf(number, door.incarnationOf(me) ?? 0),
    key,
    ttl: settings.ttl,
    nodes: settings.nodes,
    twins: settings.twins,
    ways: { acquire: settings.acquiredAs, release: settings.releasedAs },
    refusal: settings.refusal,
    returnsLock: settings.returnsLock,
    sharesFiles: settings.files !== 'none' && running.files !== null,
    lines: running.lines,
    records: running.recorder !== null,
  };
  const life = new GuestProcess(running, begun, nodes, door);
  lock.memory?.set(guestProcessKey, life);
  return life;
}

/** An error from acquire is a refusal: most libraries throw when another client has the lock. */
function* refuse(life: GuestProcess | undefined, { name, message, line, column }: Thrown): Program<Refused> {
  yield* step('acquire threw');
  // A life that could not begin has said why.
  if (life?.as.ok) life.note('threw', message, { line, column, isRefusal: !mistakes.test(name) });
  return { kind: 'refused', reason: 'error' };
}

function* release(lock: Context, { state }: Held<State>): Program<Reason> {
  const life = guestProcessIn(lock);
  if (life === undefined) return 'error';
  const ended = yield* guestCode<Ended<boolean>>((door) => life.enter(door, 'release', state.id));
  life.validUntil.delete(state.id);
  if (ended.ok) return ended.value ? 'none' : 'not-owner';
  yield* step('release threw');
  life.note('threw', ended.thrown.message, ended.thrown);
  return 'error';
}

function* remaining(lock: Context, { state }: Held<State>): Program<Micros> {
  const life = guestProcessIn(lock);
  if (life?.as.ok && life.as.knowsRemaining) {
    const ended = yield* guestCode<Ended<number | null>>((door) => life.enter(door, 'remaining', state.id));
    if (ended.ok && ended.value !== null) return fromMs(ended.value);
  }
  const until = life?.validUntil.get(state.id);
  return until === undefined ? forever : until - (yield* mono());
}

function* quit(lock: Pick<Context, 'memory'>): Program {
  const life = guestProcessIn(lock);
  if (life?.as.ok) yield* guestCode<Ended<unknown>>((door) => life.enter(door, 'quit', 0, null));
}
