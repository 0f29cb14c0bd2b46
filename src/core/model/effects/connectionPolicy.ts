/**
 * Applies the connection settings of a client to a lock: how its library resends commands and limits waiting, and the
 * caller's deadline. It changes effects on their way to the interpreter, so it works the same in the simulator and on a
 * real network. It knows no particular lock, and no lock's program knows about it.
 */

import type { Held, Lock, Refused } from '../scenario/lock';
import { isRedis, type ProcessId } from '../scenario/processId';
import type { Settings } from '../scenario/scenario';
import { elapsed, fromMs, type LocalInstant, localInstant, type Micros } from '../values/time';
import { type Connection, connectionOf, deadlineStep } from './connection';
import {
  all,
  type Call,
  call,
  type Effect,
  fork,
  listen,
  mono,
  open,
  type Program,
  quorum,
  type Reason,
  sleep,
  step,
  take,
} from './effect';
import { givesBack, type Reply } from './request';

/** The answer to a request that is not sent. */
const notSent: Reply = { kind: 'error', message: 'context deadline exceeded' };

/** How often the deadline may stop a program before the program is ended. Every lock tries less often. */
const vainMax = 1000;

/** How to change the effects of one program. */
interface PolicyState<R = unknown> {
  readonly connection: Connection;
  /** The deadline on the monotonic clock. Null: there is no deadline. */
  readonly deadline: LocalInstant | null;
  /** The result of a program that is ended. */
  readonly instead: R;
  /** How often the deadline stopped it. */
  vain: number;
  /**
   * `open`: a request may have left something behind; `paid`: it was given back; `none`: no request was sent since. If
   * an attempt was not sent, its cleanup is not sent either.
   */
  debt: 'open' | 'paid' | 'none';
}

const atFirst = { vain: 0, debt: 'paid' } as const;

/** The lock as this client uses it: unchanged if its connections have the usual settings. */
export function withConnectionPolicy(lock: Lock, settings: Settings, me: ProcessId): Lock {
  const connection = connectionOf(settings, me);
  const { resends, readTimeout, deadline, releaseUnderDeadline } = connection;
  if (resends === 0 && readTimeout === 'kept' && deadline === 0) return lock;
  const { acquire, unwind, release, quit } = lock;
  let due: LocalInstant | null = null;
  const over = <R>(program: Program<R>, at: LocalInstant | null, instead: R): Program<R> =>
    carried(program, { connection, deadline: at, instead, ...atFirst });
  const afterwards = (): LocalInstant | null => (releaseUnderDeadline ? due : null);
  return {
    ...lock,
    *acquire(context): Program<Held | Refused> {
      due = deadline === 0 ? null : localInstant((yield* mono()) + fromMs(deadline));
      return yield* over<Held | Refused>(acquire(context), due, { kind: 'refused', reason: 'error' });
    },
    ...(unwind && { unwind: (context, held) => over(unwind(context, held), afterwards(), undefined) }),
    release: (context, held) => over<Reason>(release(context, held), afterwards(), 'error'),
    ...(quit && { quit: (context) => over(quit(context), null, undefined) }),
  };
}

/** Runs a program to its end, or runs its `finally` if it is cancelled or ended. */
function* carried<R>(program: Program<R>, way: PolicyState<R>): Program<R> {
  let next = program.next();
  try {
    while (!next.done) {
      const answer = yield* changed(next.value, way);
      if (way.vain >= vainMax) return way.instead;
      next = program.next(answer);
    }
    return next.value;
  } finally {
    if (!next.done) {
      const rest = { ...way, vain: 0 };
      next = program.return(way.instead);
      while (!next.done && rest.vain < vainMax) next = program.next(yield* changed(next.value, rest));
    }
  }
}

/** Performs an effect as the connections change it. Returns the answer. */
function* changed(effect: Effect, way: PolicyState): Generator<Effect, unknown, unknown> {
  switch (effect.kind) {
    case 'call': {
      const [one] = (yield* limited([effect.what], way)) ?? [];
      return one === undefined ? notSent : yield* call(one.to, one.request, one);
    }
    case 'all': {
      const calls = yield* limited(effect.what, way);
      return calls === null ? effect.what.map(() => notSent) : yield* all(calls);
    }
    case 'quorum': {
      const { need, grants, until } = effect.what;
      const calls = yield* limited(effect.what.calls, way);
      if (calls === null) return { replies: effect.what.calls.map(() => notSent), granted: 0 };
      return yield* quorum(calls, need, grants, until);
    }
    case 'sleep': {
      const time = yield* shorter(effect.what, way);
      return way.vain < vainMax ? yield* sleep(time ?? 0) : undefined;
    }
    case 'take': {
      const { inbox, timeout } = effect.what;
      const time = yield* shorter(timeout, way);
      return way.vain < vainMax ? yield* take(inbox, time) : undefined;
    }
    case 'open': {
      const { to, topic, timeout } = effect.what;
      const time = yield* shorter(timeout, way);
      return time === 0 ? yield* listen(to, topic) : yield* open(to, topic, { timeout: time });
    }
    case 'fork': {
      const { program, tied } = effect.what;
      // A forked program outlives its caller, so it has no deadline.
      return yield* fork(carried(program, { ...way, deadline: null, instead: undefined, ...atFirst }), { tied });
    }
    default:
      return yield effect;
  }
}

/** The calls as the connections send them. Null: the deadline has passed, and nothing is sent. */
function* limited(calls: readonly Call[], way: PolicyState): Program<readonly Call[] | null> {
  const { resends, readTimeout, releaseUnderDeadline } = way.connection;
  const givingBack = calls.every(({ request }) => givesBack(request));
  const deadline = givingBack && !releaseUnderDeadline ? null : way.deadline;
  if (deadline !== null && (yield* leftUntil(deadline, way)) === 0) {
    if (way.debt === 'paid') way.debt = 'none';
    return null;
  }
  if (givingBack && way.debt === 'none') return null;
  way.debt = givingBack ? 'paid' : 'open';
  return calls.map((one) => {
    if (!isRedis(one.to)) return { ...one, until: deadline };
    if (readTimeout === 'kept') return { ...one, resends, until: deadline };
    // A library that reads with a limit of its own does not check the deadline meanwhile.
    return { ...one, resends, timeout: readTimeout === 0 ? null : fromMs(readTimeout) };
  });
}

/** A time limited by the deadline. After the deadline the program ends here, unless it has something to give back. */
function* shorter(time: Micros | null, way: PolicyState): Program<Micros | null> {
  if (way.deadline === null) return time;
  const left = yield* leftUntil(way.deadline, way);
  if (left === 0 && (way.connection.releaseUnderDeadline || way.debt !== 'open')) way.vain = vainMax;
  return time === null ? left : Math.min(time, left);
}

/** Returns 0 when the deadline has passed. */
function* leftUntil(deadline: LocalInstant, way: PolicyState): Program<Micros> {
  const left = Math.max(0, elapsed(yield* mono(), deadline));
  if (left === 0 && way.vain++ === 0) yield* step(deadlineStep);
  return left;
}
