/** The grant of each client, and how it ended without the holder noticing. */

import type { ProcessId } from '../../model/scenario/processId';
import { withSession } from '../../model/trace/trace';
import { instantAt } from '../../model/trace/traceReader';
import { nth } from '../../model/values/nth';
import type { Micros } from '../../model/values/time';
import type { EntrySpan } from '../../spans/entrySpans';
import { heldKeys, keysLive, knownKeys } from '../../spans/heldNodes';
import { isWithoutLock } from '../../spans/holdSpans';
import type { HoldSpan } from '../../spans/spans';
import { type Evidence, keyNameOf, nameOf, namesOf, nodesOf, shareKey } from '../evidence';
import { keysOf } from '../grantedKeys';
import { existsAt, type KeyLifetime } from '../keys';
import { eventsAmong, type Step } from './step';

/**
 * `rule` says whether this is the first holder, a client that got in beside it, or one that went in without a grant.
 */
export function granted(evidence: Evidence, hold: HoldSpan, rule: 'granted' | 'grantedToo' | 'tookForGranted'): Step {
  const keys = heldKeys(evidence.trace, hold);
  const until = hold.validities[0]?.until;
  return {
    rule,
    events: eventsAmong(hold.acquiredSeq, ...keys.map(({ seq }) => seq)),
    values: {
      client: nameOf(evidence, hold.process),
      nodes: grantedBy(evidence, hold),
      at: hold.acquiredAt ?? hold.acquiringAt,
      ...(until === null || until === undefined
        ? endless(evidence, keys)
        : { validFor: until - (hold.acquiredAt ?? 0) }),
      token: hold.token ?? -1,
      ...knownOf(evidence, hold, keys),
      unlocked: isWithoutLock(hold) ? 1 : 0,
    },
    order: hold.acquiredSeq,
    weight: 4,
  };
}

/** The keys that the client knew of, if the answer about another key was lost. */
function knownOf(evidence: Evidence, hold: HoldSpan, keys: readonly EntrySpan[]): { known?: readonly ProcessId[] } {
  const entries = knownKeys(evidence.trace, hold, keys);
  if (entries === null || entries.length === keys.length) return {};
  const nodes = entries.map(({ process }) => process);
  return { known: namesOf(evidence, nodes) };
}

/** The nodes that granted it. A replica that got the key from its master is not one of them. */
function grantedBy(evidence: Evidence, hold: HoldSpan) {
  return namesOf(
    evidence,
    heldKeys(evidence.trace, hold).map(({ process }) => process),
  );
}

function endless({ trace }: Evidence, keys: readonly EntrySpan[]): { validFor: Micros; keysLive?: Micros } {
  if (keys.length > 0 && keys.every(({ ofSession }) => ofSession)) return { validFor: withSession };
  const lives = keysLive(trace, keys);
  return lives < 0 ? { validFor: -1 } : { validFor: -1, keysLive: lives };
}

/**
 * How the first holder's keys had ended when the second came in: expired, lost, deleted or replaced by other clients,
 * or deleted by the holder itself.
 */
export function endings(evidence: Evidence, first: HoldSpan, second: HoldSpan): readonly Step[] {
  const steps = endingsBefore(evidence, first, second.acquiredSeq);
  return steps.length > 0 ? steps : [...disjoint(evidence, first, second), ...outOfTurn(evidence, first, second)];
}

/** How its keys had ended by this event. */
export function endingsBefore(evidence: Evidence, first: HoldSpan, seq: number): readonly Step[] {
  const gone = keysOf(evidence, first).filter(({ goneSeq }) => goneSeq >= 0 && goneSeq < seq);
  const expired = gone.filter(({ cause }) => cause === 'expired');
  const lost = gone.filter(({ cause }) => cause === 'lost');
  const steps: Step[] = [];
  if (expired.length > 0) steps.push(keysGone(evidence, 'expired', first, expired, 3));
  if (lost.length > 0) steps.push(keysGone(evidence, 'keyLost', first, lost, 2));
  const freed = gone.filter(({ cause, removedBy: goneBy }) => cause === 'deleted' && goneBy === first.process);
  const early = freed.filter(({ goneSeq }) => first.heldUntilSeq < 0 || goneSeq < first.heldUntilSeq);
  if (early.length > 0) steps.push(keysGone(evidence, 'freedInside', first, early, 3));
  steps.push(...takenByOthers(evidence, first, gone));
  return steps;
}

/** Its lost keys that other clients deleted or replaced with their own. */
export function takenByOthers(evidence: Evidence, hold: HoldSpan, gone: readonly KeyLifetime[]): readonly Step[] {
  const byOthers = gone.filter(
    (key) => key.removedBy >= 0 && key.removedBy !== hold.process && (isTaken(key) || isReplaced(evidence, key)),
  );
  return byOthers.length === 0 ? [] : [deleted(evidence, byOthers)];
}

const isTaken = ({ cause, members, removedBy: goneBy }: KeyLifetime): boolean =>
  cause === 'deleted' && (members === null || [...members.values()].some((who) => who !== goneBy));

/** A list or a counter that another client only adds to is not replaced. */
const isReplaced = ({ keys }: Evidence, { cause, node, goneSeq }: KeyLifetime): boolean =>
  cause === 'replaced' && !keys.some((key) => key.node === node && key.setSeq === goneSeq && key.isCommon);

export function deleted(evidence: Evidence, keys: readonly KeyLifetime[]): Step {
  const first = nth(keys, 0);
  return {
    rule: first.cause === 'replaced' ? 'tookOver' : 'deletedAnother',
    events: eventsAmong(...keys.map(({ goneSeq }) => goneSeq)),
    values: {
      by: nameOf(evidence, first.removedBy),
      owner: nameOf(evidence, first.owner),
      nodes: nodesOf(evidence, keys),
      at: first.goneAt,
    },
    order: first.goneSeq,
    weight: 3,
  };
}

export function keysGone(
  evidence: Evidence,
  rule: 'expired' | 'keyLost' | 'freedInside',
  hold: HoldSpan,
  keys: readonly KeyLifetime[],
  weight: Step['weight'],
): Step {
  const gone = keys.map(({ goneSeq }) => goneSeq);
  const first = Math.min(...gone);
  const values = {
    client: nameOf(evidence, hold.process),
    nodes: nodesOf(evidence, keys),
    at: Math.min(...keys.map(({ goneAt }) => goneAt)),
  };
  const events = eventsAmong(first, ...gone);
  if (rule === 'keyLost') {
    const lossValues = { ...values, notifiedAt: hold.learnedAt ?? -1 };
    return { rule, events: eventsAmong(...events, hold.learnedSeq), values: lossValues, order: first, weight };
  }
  const ofSession = rule === 'expired' && keys.every((key) => key.ofSession);
  return { rule: ofSession ? 'sessionExpired' : rule, events, values, order: first, weight };
}

/** The client set a key that already had the same value, set by another client, and took that key for its own. */
export function ownValueOfAnother(evidence: Evidence, hold: HoldSpan): readonly Step[] {
  const matches = heldKeys(evidence.trace, hold).flatMap((set) => {
    const key = evidence.keys.find(
      ({ node, owner, value, setSeq, goneSeq }) =>
        node === set.process &&
        owner !== hold.process &&
        !set.isShare &&
        value === set.value &&
        setSeq < set.seq &&
        (goneSeq < 0 || goneSeq > set.seq),
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
export function otherKeys(evidence: Evidence, first: HoldSpan, second: HoldSpan): readonly Step[] {
  if (shareKey(evidence, first.process, second.process)) return [];
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
function disjoint(evidence: Evidence, first: HoldSpan, second: HoldSpan): readonly Step[] {
  const standing = keysOf(evidence, first).filter((key) => existsAt(key, second.acquiredSeq));
  const others = keysOf(evidence, second);
  const nodes = new Set(standing.map(({ node }) => node));
  if (standing.length === 0 || others.length === 0 || others.some(({ node }) => nodes.has(node))) return [];
  return [
    {
      rule: 'disjoint',
      events: eventsAmong(second.acquiredSeq),
      values: {
        first: grantedBy(evidence, first),
        second: grantedBy(evidence, second),
      },
      order: second.acquiredSeq + 0.25,
      weight: 2,
    },
  ];
}

/** The second client was in the queue behind the first, and the client between them left. */
function outOfTurn(evidence: Evidence, first: HoldSpan, second: HoldSpan): readonly Step[] {
  const isThere = (key: KeyLifetime): boolean => existsAt(key, second.acquiredSeq);
  const own = keysOf(evidence, second).find(isThere);
  const holders = keysOf(evidence, first).find((key) => isThere(key) && key.node === own?.node);
  if (own === undefined || holders === undefined || holders.setSeq > own.setSeq) return [];
  const before = evidence.keys.findLast(
    ({ node, setSeq, goneSeq }) =>
      node === own.node && setSeq < own.setSeq && goneSeq > own.setSeq && goneSeq < second.acquiredSeq,
  );
  if (before === undefined) return [];
  const values = {
    client: nameOf(evidence, second.process),
    holder: nameOf(evidence, first.process),
    before: nameOf(evidence, before.owner),
    at: before.goneAt,
  };
  return [
    {
      rule: 'outOfTurn',
      events: eventsAmong(before.goneSeq, second.acquiredSeq),
      values,
      order: second.acquiredSeq - 0.25,
      weight: 3,
    },
  ];
}
