/** The grant of each client, and how it ended without the holder noticing. */

import type { ProcessId } from '../../model/scenario/processId';
import { withSession } from '../../model/trace/trace';
import { instantAt } from '../../model/trace/traceReader';
import { nth } from '../../model/values/nth';
import type { Micros } from '../../model/values/time';
import type { EntrySpan } from '../../spans/entrySpans';
import { confirmedKeys, heldKeys, shortestLifetime } from '../../spans/heldNodes';
import { isWithoutLock } from '../../spans/holdSpans';
import type { HoldSpan } from '../../spans/spans';
import { type Evidence, keyNameOf, lockSameKey, nameOf, namesOf, nodesOf } from '../evidence';
import { keysOf } from '../grantedKeys';
import { existsAt, type KeyLifetime } from '../keys';
import { type ChainStep, eventsAmong } from './step';

/**
 * `rule` says whether this is the first holder, a client that got in beside it, or one that went in without a grant.
 */
export function grantStep(
  evidence: Evidence,
  hold: HoldSpan,
  rule: 'granted' | 'grantedToo' | 'tookForGranted',
): ChainStep {
  const keys = heldKeys(evidence.trace, hold);
  const until = hold.validities[0]?.until;
  return {
    rule,
    events: eventsAmong(hold.acquiredSeq, ...keys.map(({ seq }) => seq)),
    values: {
      client: nameOf(evidence, hold.process),
      nodes: grantingNodes(evidence, hold),
      at: hold.acquiredAt ?? hold.acquiringAt,
      ...(until === null || until === undefined
        ? unlimitedValidity(evidence, keys)
        : { validFor: until - (hold.acquiredAt ?? 0) }),
      token: hold.token ?? -1,
      ...knownNodesOf(evidence, hold, keys),
      unlocked: isWithoutLock(hold) ? 1 : 0,
    },
    order: hold.acquiredSeq,
    weight: 4,
  };
}

/** The nodes whose keys the client knew that it had, if the reply about another key was lost. */
function knownNodesOf(
  evidence: Evidence,
  hold: HoldSpan,
  keys: readonly EntrySpan[],
): { known?: readonly ProcessId[] } {
  const entries = confirmedKeys(evidence.trace, hold, keys);
  if (entries === null || entries.length === keys.length) return {};
  const nodes = entries.map(({ process }) => process);
  return { known: namesOf(evidence, nodes) };
}

/** The nodes that granted the lock. A replica that got the key from its master is not one of them. */
function grantingNodes(evidence: Evidence, hold: HoldSpan) {
  return namesOf(
    evidence,
    heldKeys(evidence.trace, hold).map(({ process }) => process),
  );
}

function unlimitedValidity({ trace }: Evidence, keys: readonly EntrySpan[]): { validFor: Micros; keysLive?: Micros } {
  if (keys.length > 0 && keys.every(({ endsWithSession }) => endsWithSession)) return { validFor: withSession };
  const lifetimeMicros = shortestLifetime(trace, keys);
  return lifetimeMicros < 0 ? { validFor: -1 } : { validFor: -1, keysLive: lifetimeMicros };
}

/**
 * How the first holder's keys had ended when the second came in: expired, lost, deleted or replaced by other clients,
 * or deleted by the holder itself.
 */
export function endingSteps(evidence: Evidence, first: HoldSpan, second: HoldSpan): readonly ChainStep[] {
  const steps = endingStepsBefore(evidence, first, second.acquiredSeq);
  return steps.length > 0
    ? steps
    : [...disjointNodesSteps(evidence, first, second), ...outOfTurnSteps(evidence, first, second)];
}

/** How the first holder's keys had ended by this event. */
export function endingStepsBefore(evidence: Evidence, first: HoldSpan, seq: number): readonly ChainStep[] {
  const endedKeys = keysOf(evidence, first).filter(({ endSeq }) => endSeq >= 0 && endSeq < seq);
  const expired = endedKeys.filter(({ cause }) => cause === 'expired');
  const lost = endedKeys.filter(({ cause }) => cause === 'lost');
  const steps: ChainStep[] = [];
  if (expired.length > 0) steps.push(keysEndedStep(evidence, 'expired', first, expired, 3));
  if (lost.length > 0) steps.push(keysEndedStep(evidence, 'keyLost', first, lost, 2));
  const deletedByHolder = endedKeys.filter(
    ({ cause, removedBy }) => cause === 'deleted' && removedBy === first.process,
  );
  const deletedWhileHeld = deletedByHolder.filter(
    ({ endSeq }) => first.heldUntilSeq < 0 || endSeq < first.heldUntilSeq,
  );
  if (deletedWhileHeld.length > 0) steps.push(keysEndedStep(evidence, 'freedInside', first, deletedWhileHeld, 3));
  steps.push(...stepsOfOtherClients(evidence, first, endedKeys));
  return steps;
}

/** The holder's keys that other clients deleted, or replaced with their own. */
export function stepsOfOtherClients(
  evidence: Evidence,
  hold: HoldSpan,
  endedKeys: readonly KeyLifetime[],
): readonly ChainStep[] {
  const removedByOthers = endedKeys.filter(
    (key) =>
      key.removedBy >= 0 &&
      key.removedBy !== hold.process &&
      (isDeletedByOther(key) || isReplacedByOther(evidence, key)),
  );
  return removedByOthers.length === 0 ? [] : [removalStep(evidence, removedByOthers)];
}

const isDeletedByOther = ({ cause, members, removedBy }: KeyLifetime): boolean =>
  cause === 'deleted' && (members === null || [...members.values()].some((who) => who !== removedBy));

/** A list or a counter that another client only adds to is not replaced. */
const isReplacedByOther = ({ keys }: Evidence, { cause, node, endSeq }: KeyLifetime): boolean =>
  cause === 'replaced' && !keys.some((key) => key.node === node && key.setSeq === endSeq && key.hasSeveralOwners);

export function removalStep(evidence: Evidence, keys: readonly KeyLifetime[]): ChainStep {
  const first = nth(keys, 0);
  return {
    rule: first.cause === 'replaced' ? 'tookOver' : 'deletedAnother',
    events: eventsAmong(...keys.map(({ endSeq }) => endSeq)),
    values: {
      by: nameOf(evidence, first.removedBy),
      owner: nameOf(evidence, first.owner),
      nodes: nodesOf(evidence, keys),
      at: first.endAt,
    },
    order: first.endSeq,
    weight: 3,
  };
}

export function keysEndedStep(
  evidence: Evidence,
  rule: 'expired' | 'keyLost' | 'freedInside',
  hold: HoldSpan,
  keys: readonly KeyLifetime[],
  weight: ChainStep['weight'],
): ChainStep {
  const endSeqs = keys.map(({ endSeq }) => endSeq);
  const first = Math.min(...endSeqs);
  const values = {
    client: nameOf(evidence, hold.process),
    nodes: nodesOf(evidence, keys),
    at: Math.min(...keys.map(({ endAt }) => endAt)),
  };
  const events = eventsAmong(first, ...endSeqs);
  if (rule === 'keyLost') {
    const lossValues = { ...values, notifiedAt: hold.notifiedAt ?? -1 };
    return { rule, events: eventsAmong(...events, hold.notifiedSeq), values: lossValues, order: first, weight };
  }
  const ofSession = rule === 'expired' && keys.every((key) => key.endsWithSession);
  return { rule: ofSession ? 'sessionExpired' : rule, events, values, order: first, weight };
}

/** Another client had already set the key to the same value, so this client took that key for its own. */
export function sameValueSteps(evidence: Evidence, hold: HoldSpan): readonly ChainStep[] {
  const matches = heldKeys(evidence.trace, hold).flatMap((set) => {
    const key = evidence.keys.find(
      ({ node, owner, value, setSeq, endSeq }) =>
        node === set.process &&
        owner !== hold.process &&
        !set.isSharedMode &&
        value === set.value &&
        setSeq < set.seq &&
        (endSeq < 0 || endSeq > set.seq),
    );
    return key === undefined ? [] : [{ key, seq: set.seq }];
  });
  const [first] = matches;
  if (first === undefined) return [];
  const values = {
    client: nameOf(evidence, hold.process),
    owner: nameOf(evidence, first.key.owner),
    nodes: namesOf(
      evidence,
      matches.map(({ key }) => key.node),
    ),
    at: instantAt(evidence.trace, first.seq),
  };
  return [{ rule: 'sameValue', events: matches.map(({ seq }) => seq), values, order: first.seq, weight: 3 }];
}

/** The two clients lock different keys, and each has its own. */
export function differentKeysSteps(evidence: Evidence, first: HoldSpan, second: HoldSpan): readonly ChainStep[] {
  if (lockSameKey(evidence, first.process, second.process)) return [];
  const values = {
    client: nameOf(evidence, first.process),
    key: keyNameOf(evidence, first.process),
    other: nameOf(evidence, second.process),
    otherKey: keyNameOf(evidence, second.process),
  };
  const events = eventsAmong(second.acquiredSeq);
  return [{ rule: 'otherKeys', events, values, order: second.acquiredSeq + 0.25, weight: 3 }];
}

/** Two grants from nodes with no node in common, while all keys of the first grant were still there. */
function disjointNodesSteps(evidence: Evidence, first: HoldSpan, second: HoldSpan): readonly ChainStep[] {
  const firstKeys = keysOf(evidence, first).filter((key) => existsAt(key, second.acquiredSeq));
  const secondKeys = keysOf(evidence, second);
  const nodes = new Set(firstKeys.map(({ node }) => node));
  if (firstKeys.length === 0 || secondKeys.length === 0 || secondKeys.some(({ node }) => nodes.has(node))) return [];
  return [
    {
      rule: 'disjoint',
      events: eventsAmong(second.acquiredSeq),
      values: {
        first: grantingNodes(evidence, first),
        second: grantingNodes(evidence, second),
      },
      order: second.acquiredSeq + 0.25,
      weight: 2,
    },
  ];
}

/** The second client was behind the first in the queue, and the client between them left. */
function outOfTurnSteps(evidence: Evidence, first: HoldSpan, second: HoldSpan): readonly ChainStep[] {
  const isThere = (key: KeyLifetime): boolean => existsAt(key, second.acquiredSeq);
  const secondKey = keysOf(evidence, second).find(isThere);
  const firstKey = keysOf(evidence, first).find((key) => isThere(key) && key.node === secondKey?.node);
  if (secondKey === undefined || firstKey === undefined || firstKey.setSeq > secondKey.setSeq) return [];
  const betweenKey = evidence.keys.findLast(
    ({ node, setSeq, endSeq }) =>
      node === secondKey.node && setSeq < secondKey.setSeq && endSeq > secondKey.setSeq && endSeq < second.acquiredSeq,
  );
  if (betweenKey === undefined) return [];
  const values = {
    client: nameOf(evidence, second.process),
    holder: nameOf(evidence, first.process),
    before: nameOf(evidence, betweenKey.owner),
    at: betweenKey.endAt,
  };
  return [
    {
      rule: 'outOfTurn',
      events: eventsAmong(betweenKey.endSeq, second.acquiredSeq),
      values,
      order: second.acquiredSeq - 0.25,
      weight: 3,
    },
  ];
}
