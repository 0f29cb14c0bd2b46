/**
 * A claim on an issue, as agents make it: read who has it, then write. A label names no agent, and adding an existing
 * label succeeds, so two agents that have both read "no label" both go in. An assignee names its agent, if each has
 * its own account: an agent that adds itself and then reads the list again sees the other. A branch can be created
 * only once, so the second agent is refused. No claim expires, unless a scheduled job removes old ones. Source:
 * docs.github.com, REST API, "Labels", "Issue assignees", "Git references"; shakacode/react_on_rails #3971.
 */

import { call, forever, type Program, type Reason, step } from '../../model/effects/effect';
import { command, type Reply, type Request } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused } from '../../model/scenario/lock';
import { fromMs } from '../../model/values/time';
import { ownerValue } from '../shared/ownerValue';
import { sleepBeforeRetry } from '../shared/retry';
import { issueLabelFacts } from './facts';
import { type IssueLabelSettings, issueLabelFields, issueLabelTexts, warnings } from './settings';

type Context = LockContext<IssueLabelSettings>;

export const issueLabel = defineLock<typeof issueLabelFields, null>(issueLabelFacts, {
  ...issueLabelTexts,
  fields: issueLabelFields,
  warnings,
  steps: ['read-issue', 'add-claim', 'read-back', 'create-branch', 'remove-claim'],
  services: () => ['service'],
  quorum: () => 1,
  ownersDiffer: ({ by }) => by !== 'label',
  hasToken: () => false,
  endedBy: ({ by, sweptAfter }) => (by === 'branch' || sweptAfter === 0 ? 'nobody' : 'server'),
  acquire,
  release,
  *remaining() {
    return forever;
  },
  source: 'core/locks/issueLabel/lock.ts',
});

function* acquire(lock: Context): Program<Held<null> | Refused> {
  const { by, tries } = lock.settings;
  const owner = by === 'label' ? 'in-progress' : yield* ownerValue('random');
  for (let tried = 1; ; tried++) {
    const why = yield* by === 'branch' ? createBranch(lock, owner) : readThenAdd(lock, owner);
    if (why === 'none') return { kind: 'held', validFor: forever, token: null, owner, state: null };
    if (tried === tries) return { kind: 'refused', reason: why };
    yield* sleepBeforeRetry(lock.settings);
  }
}

function* readThenAdd(lock: Context, name: string): Program<Reason> {
  yield* step('read-issue');
  const names = namesIn(yield* ask(lock, command(`LIST ${kindOf(lock)}`, lock.key)));
  if (names === null) return 'error';
  if (names.length > 0) return 'held';
  yield* step('add-claim');
  const added = yield* ask(lock, command(`ADD ${kindOf(lock)}`, lock.key, name));
  // The agent cannot know whether it has added its name. By now, a label that it removes may be another agent's.
  if (added.kind !== 'ok') return yield* giveUp(lock, name, 'error');
  const reason = yield* readBack(lock, name);
  return reason === 'none' ? reason : yield* giveUp(lock, name, reason);
}

/**
 * Two agents that have both added themselves cannot both read a list without the other. Going in only if alone is
 * therefore safe, but two agents that see each other both give up. Letting the smaller name win would not be safe: the
 * larger one may have read the list before the smaller one was on it.
 */
function* readBack(lock: Context, name: string): Program<Reason> {
  const { readsBack } = lock.settings;
  if (readsBack === 'no') return 'none';
  yield* step('read-back');
  const names = namesIn(yield* ask(lock, command(`LIST ${kindOf(lock)}`, lock.key)));
  if (names === null) return 'error';
  const isFirst = readsBack === 'alone' ? names.length === 1 : names.every((other) => name <= other);
  return isFirst && names.includes(name) ? 'none' : 'held';
}

function* giveUp(lock: Context, name: string, reason: Reason): Program<Reason> {
  yield* remove(lock, name);
  return reason;
}

/** A branch name can be created only once. */
function* createBranch(lock: Context, commit: string): Program<Reason> {
  yield* step('create-branch');
  const reply = yield* ask(lock, command('CREATE REF', lock.key, commit));
  if (reply.kind === 'ok') return 'none';
  return reply.kind === 'error' ? 'held' : 'error';
}

/** A label names no agent, so this also removes one that another agent has added since. */
function* release(lock: Context, { owner }: Held<null>): Program<Reason> {
  yield* step('remove-claim');
  const reply = yield* remove(lock, owner);
  if (reply.kind === 'ok') return 'none';
  return reply.kind === 'error' ? 'gone' : 'error';
}

const remove = (lock: Context, name: string): Program<Reply> =>
  ask(
    lock,
    lock.settings.by === 'branch' ? command('DELETE REF', lock.key) : command(`REMOVE ${kindOf(lock)}`, lock.key, name),
  );

const kindOf = ({ settings }: Context): 'LABEL' | 'ASSIGNEE' => (settings.by === 'label' ? 'LABEL' : 'ASSIGNEE');

/** Null: the forge does not answer. */
const namesIn = (reply: Reply): readonly string[] | null =>
  reply.kind === 'ok' && Array.isArray(reply.value) ? reply.value.map(String) : null;

function* ask({ settings }: Context, request: Request): Program<Reply> {
  return yield* call('service', request, { timeout: fromMs(settings.nodeTimeout), reconnect: true });
}
