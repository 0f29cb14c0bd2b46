/**
 * A lock in Chubby. The lock is held for as long as the session lives. Its sequencer names the holder, and the
 * resource can check that. When the client is lost, the lock stays closed for the lock-delay before another client
 * gets it. Source: Burrows 2006, "The Chubby lock service for loosely-coupled distributed systems".
 */

import { call, type Program, type Reason, step } from '../../model/effects/effect';
import { command, isGrant, type Reply } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused, releasedBy } from '../../model/scenario/lock';
import { fromMs } from '../../model/values/time';
import { leftNow } from '../shared/clock';
import { withMembers } from '../shared/ensembleFields';
import { chubbyFacts } from './facts';
import { closeSession, openSession, type Session } from './session';
import { type ChubbySettings, chubbyFields, chubbyTexts, modeOf, warnings } from './settings';

type Context = LockContext<ChubbySettings>;
type State = { readonly session: Session };

export const chubby = defineLock<typeof chubbyFields, State>(chubbyFacts, {
  ...chubbyTexts,
  fields: chubbyFields,
  warnings,
  steps: ['ask-lock', 'sequencer', 'give-back'],
  services: (_, own) => withMembers(own),
  quorum: () => 1,
  hasToken: () => true,
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state.session.lease),
  whenLost: 'at-next-look',
  quit: closeSession,
  source: 'core/locks/chubby/lock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const session = yield* openSession(lock);
  if (session === null) return refused('error');

  yield* step('ask-lock');
  const granted = yield* askForLock(lock, session);
  if (granted.kind === 'timeout') yield* giveBack(lock, session);
  if (!isGrant(granted)) return refused(granted.kind === 'ok' || granted.kind === 'timeout' ? 'held' : 'error');

  yield* step('sequencer');
  const sequencer = yield* ask(lock, 'GETSEQUENCER', session);
  if (sequencer.kind !== 'ok' || sequencer.value === null) {
    yield* giveBack(lock, session);
    return refused('error');
  }
  return yield* held(lock, session, String(sequencer.value));
}

/** Chubby answers Acquire when the client has the lock, and TryAcquire at once. */
function* askForLock({ me, key, settings }: Context, session: Session): Program<Reply> {
  const { ask: how, acquireTimeout, nodeTimeout } = settings;
  const mode = modeOf(me, settings);
  return how === 'acquire'
    ? yield* call('service', command('ACQUIRE', session.id, key, mode), { timeout: fromMs(acquireTimeout) })
    : yield* call('service', command('TRYACQUIRE', session.id, key, mode), { timeout: fromMs(nodeTimeout) });
}

/**
 * The sequencer is `name:mode:generation`. The generation grows whenever the lock goes from free to held, so it is the
 * fencing token.
 */
function* held({ me, hold, settings }: Context, session: Session, sequencer: string): Program<Held<State>> {
  const token = Number(sequencer.split(':').at(-1));
  const validFor = yield* leftNow(session.lease);
  session.hold = hold;
  const shared = modeOf(me, settings) === 'shared';
  const readsOnly = shared && !settings.readersWrite;
  return { kind: 'held', shared, readsOnly, validFor, token, owner: sequencer, state: { session } };
}

function* release(lock: Context, { state: { session } }: Held<State>): Program<Reason> {
  session.hold = null;
  if (session.over !== 'none') return session.over;
  const reply = yield* giveBack(lock, session);
  return releasedBy(reply, 'not-owner');
}

/** Also withdraws a request that still waits. */
function* giveBack(lock: Context, session: Session): Program<Reply> {
  yield* step('give-back');
  return yield* ask(lock, 'RELEASE', session);
}

const ask = ({ key, settings }: Context, name: string, session: Session) =>
  call('service', command(name, session.id, key), { timeout: fromMs(settings.nodeTimeout) });
