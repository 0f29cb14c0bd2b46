/** Why a run did no harm: which client had the lock, which faults happened, and what protected against them. */
import { reasons } from '../../model/effects/effect';
import { eventsOf, instantAt } from '../../model/trace/traceReader';
import { type AcquiredHold, isWithoutLock } from '../../spans/holdSpans';
import type { HoldSpan } from '../../spans/spans';
import { type Evidence, lockSameKey, nameOf, namesOf, nodesOf } from '../evidence';
import { keysOf } from '../grantedKeys';
import { existsAt, type KeyLifetime } from '../keys';
import { servingNodes } from '../stuck';
import { openedAfterCrash } from './afterCrash';
import { refusalSteps } from './broken';
import { faultCauses, isThreadAlone } from './faultCauses';
import { endingSteps, grantStep } from './grants';
import { lostWakes } from './lostWakes';
import { whyDeletedLate } from './release';
import { type ChainStep, eventsAmong } from './step';

export function whyHeld(evidence: Evidence): readonly ChainStep[] {
  const { acquiredHolds, trace } = evidence;
  const injected = faultCauses(evidence, { fromSeq: 0, toSeq: trace.count });
  const first = holdOfInterest(evidence, injected);
  const left = first?.end === 'crashed' ? [] : leftBehind(evidence);
  const second =
    first === undefined
      ? undefined
      : acquiredHolds.find(({ acquiredSeq, process }) => acquiredSeq > first.acquiredSeq && process !== first.process);
  const steps: ChainStep[] = [
    ...injected,
    ...refusalSteps(evidence),
    ...selfRefusals(evidence),
    ...nodesSpared(evidence),
    ...roundsFailed(evidence),
    ...workStopped(evidence),
    ...left,
  ];
  if (first !== undefined) {
    steps.push(grantStep(evidence, first, 'granted'), ...endOf(evidence, first, second), ...keySpared(evidence, first));
  }
  if (first !== undefined && second !== undefined) {
    const { acquiringSeq: fromSeq, acquiredSeq: toSeq, process } = second;
    steps.push(
      { ...grantStep(evidence, second, 'grantedToo'), weight: 2 },
      ...lostWakes(evidence, process, { fromSeq, toSeq }),
    );
  }
  return [...steps, ...restartsSurvived(evidence), neverTwo(evidence)].filter(
    (step): step is ChainStep => step !== null,
  );
}

/**
 * The hold during which the first fault happened, or whose keys were still there then. Without faults, the first hold.
 */
function holdOfInterest(evidence: Evidence, injected: readonly ChainStep[]): HoldSpan | undefined {
  const { acquiredHolds } = evidence;
  const at = Math.min(...injected.map(({ order }) => order));
  const under = acquiredHolds.find(
    (hold) =>
      hold.acquiringSeq <= at &&
      (hold.heldUntilSeq < 0 || hold.heldUntilSeq >= at || keysOf(evidence, hold).some((key) => existsAt(key, at))),
  );
  return under ?? acquiredHolds[0];
}

/** How its lock ended: by its release, by itself after a crash, or after the client had left. */
function endOf(evidence: Evidence, hold: HoldSpan, next: HoldSpan | undefined): readonly ChainStep[] {
  const keys = keysOf(evidence, hold);
  const client = nameOf(evidence, hold.process);
  const opened = openedAfterCrash(evidence, hold);
  if (opened.length > 0) return opened;
  // A lock that counts its holds returns what it took before the release itself.
  const isFreed = ({ cause, removedBy, endSeq }: KeyLifetime): boolean =>
    cause === 'deleted' && removedBy === hold.process && hold.heldUntilSeq >= 0 && endSeq > hold.heldUntilSeq;
  const freed = keys.filter(isFreed);
  if (freed.length > 0) return [freedByRelease(evidence, hold, freed)];
  // The step of its crash already says that the client left.
  if (hold.end === 'crashed') return next === undefined ? [] : endingSteps(evidence, hold, next);
  if (hold.heldUntilSeq < 0) return [];
  const first = keys.find(({ cause }) => cause === 'expired');
  const values = { client, at: hold.heldUntil, how: hold.end, expiredAt: first?.endAt ?? -1 };
  return [
    {
      rule: 'leftInTime',
      events: eventsAmong(hold.heldUntilSeq, first?.endSeq ?? -1),
      values,
      order: hold.heldUntilSeq,
      weight: 3,
    },
  ];
}

function freedByRelease(evidence: Evidence, hold: HoldSpan, freed: readonly KeyLifetime[]): ChainStep {
  const freedAt = Math.max(...freed.map(({ endAt }) => endAt));
  const values = {
    client: nameOf(evidence, hold.process),
    nodes: nodesOf(evidence, freed),
    at: hold.heldUntil,
    freedAt,
    heldUp: whyDeletedLate(evidence, hold, freed),
  };
  const events = eventsAmong(hold.heldUntilSeq, ...freed.map(({ endSeq }) => endSeq));
  return { rule: 'released', events, values, order: hold.heldUntilSeq, weight: 3 };
}

/**
 * `keySet` and `expiredAfterCrash`, for a client that crashed before it knew that it had the lock. Its key then ended
 * by itself.
 */
function leftBehind(evidence: Evidence): readonly ChainStep[] {
  const hold = evidence.spans.holds.find(
    (candidate) =>
      candidate.end === 'crashed' && candidate.acquiredAt === null && keysOf(evidence, candidate).some(expiredAlone),
  );
  if (hold === undefined) return [];
  const keys = keysOf(evidence, hold).filter(expiredAlone);
  const client = nameOf(evidence, hold.process);
  const nodes = nodesOf(evidence, keys);
  const [set, gone] = [Math.min(...keys.map(({ setSeq }) => setSeq)), Math.max(...keys.map(({ endSeq }) => endSeq))];
  const micros = instantAt(evidence.trace, gone) - hold.heldUntil;
  return [
    {
      rule: 'keySet',
      events: eventsAmong(set, ...keys.map(({ setSeq }) => setSeq)),
      values: { client, nodes, at: instantAt(evidence.trace, set) },
      order: set,
      weight: 3,
    },
    {
      rule: 'expiredAfterCrash',
      events: eventsAmong(gone, ...keys.map(({ endSeq }) => endSeq)),
      values: { client, nodes, micros, ofThread: isThreadAlone(evidence, hold.heldUntilSeq) ? 1 : 0 },
      order: gone,
      weight: 3,
    },
  ];
}

/** The key expired by its TTL. A key that ended with a session may have been only a place in the queue. */
const expiredAlone = ({ cause, endsWithSession }: KeyLifetime): boolean => cause === 'expired' && !endsWithSession;

/** The client's release came when the key belonged to another client, and did nothing. */
function keySpared(evidence: Evidence, hold: HoldSpan): readonly ChainStep[] {
  const { spans, keys } = evidence;
  const { messages } = spans;
  const lost = new Map(keysOf(evidence, hold).map(({ node, endSeq }) => [node, endSeq]));
  const spared: { readonly key: KeyLifetime; readonly seq: number }[] = [];
  for (let row = 0; row < messages.count; row++) {
    const [node, seq] = [messages.to(row), messages.receivedSeq(row)];
    const endSeq = lost.get(node) ?? -1;
    const isRelease =
      messages.from(row) === hold.process &&
      messages.leg(row) === 'request' &&
      messages.ok(row) === 0 &&
      isReleaseOf(spans, hold, messages.sentSeq(row));
    if (!isRelease || endSeq < 0 || seq < endSeq) continue;
    const key = keys.find(
      (other) =>
        other.node === node &&
        other.owner !== hold.process &&
        existsAt(other, seq) &&
        lockSameKey(evidence, other.owner, hold.process),
    );
    if (key !== undefined) spared.push({ key, seq });
  }
  const [first] = spared;
  if (first === undefined) return [];
  const mine = spared.filter(({ key }) => key.owner === first.key.owner);
  return [
    {
      rule: 'keySpared',
      events: mine.map(({ seq }) => seq),
      values: {
        client: nameOf(evidence, hold.process),
        owner: nameOf(evidence, first.key.owner),
        nodes: nodesOf(
          evidence,
          mine.map(({ key }) => key),
        ),
        at: instantAt(evidence.trace, first.seq),
      },
      order: first.seq,
      weight: 3,
    },
  ];
}

/** Whether a message that was sent then belongs to the end of this hold and not to the client's next one. */
const isReleaseOf = ({ holds }: Evidence['spans'], hold: HoldSpan, sentSeq: number): boolean =>
  hold.heldUntilSeq >= 0 &&
  sentSeq >= hold.heldUntilSeq &&
  !holds.some(
    ({ process, acquiringSeq }) =>
      process === hold.process && acquiringSeq > hold.heldUntilSeq && acquiringSeq <= sentSeq,
  );

/** The client measured its own time and refused what was left of the lock, or learned that it had slept. */
function selfRefusals(evidence: Evidence): readonly ChainStep[] {
  return evidence.spans.holds
    .filter(({ end, reason }) => end === 'refused' && (reason === 'no-validity' || reason === 'slept'))
    .slice(0, 1)
    .map((hold) => ({
      rule: hold.reason === 'slept' ? 'overtaken' : 'noValidity',
      events: [hold.heldUntilSeq],
      values: { client: nameOf(evidence, hold.process), at: hold.heldUntil, micros: hold.heldUntil - hold.acquiringAt },
      order: hold.heldUntilSeq,
      weight: 3,
    }));
}

/** Some nodes could not be reached, but a majority could. */
function nodesSpared(evidence: Evidence): readonly ChainStep[] {
  const { trace, acquiredHolds } = evidence;
  const { quorum } = trace.header;
  if (quorum < 2) return [];
  const lost = requestsLost(evidence, servingNodes(evidence));
  for (const hold of acquiredHolds) {
    const { process, acquiringSeq, acquiredSeq } = hold;
    const during = lost.filter(({ from, seq }) => from === process && seq > acquiringSeq && seq < acquiredSeq);
    if (during.length === 0) continue;
    const has = new Set(keysOf(evidence, hold).map(({ node }) => node));
    const missing = new Set(during.map(({ to }) => to).filter((node) => !has.has(node)));
    if (missing.size === 0 || has.size < quorum) continue;
    const values = {
      client: nameOf(evidence, process),
      nodes: namesOf(evidence, missing),
      down: missing.size,
      total: servingNodes(evidence).size,
      quorum,
    };
    return [{ rule: 'enoughNodes', events: [acquiredSeq], values, order: acquiredSeq + 0.25, weight: 3 }];
  }
  return [];
}

/** A client was inside, and what it did there did not reach the resource. */
function roundsFailed(evidence: Evidence): readonly ChainStep[] {
  const { trace, acquiredHolds } = evidence;
  const storages = trace.header.processes.flatMap(({ role }, index) => (role === 'storage' ? [index] : []));
  const lost = requestsLost(evidence, new Set(storages));
  return eventsOf(trace, 'finished').flatMap(({ seq, at, process, ok }) => {
    const hold = acquiredHolds.findLast((one) => one.process === process && one.acquiredSeq < seq);
    const during = lost.filter(({ from, seq: sentSeq }) => from === process && sentSeq > (hold?.acquiredSeq ?? seq));
    if (ok !== 0 || during.length === 0) return [];
    const nodes = namesOf(
      evidence,
      during.map(({ to }) => to),
    );
    return [
      {
        rule: 'roundFailed' as const,
        events: [seq],
        values: { client: nameOf(evidence, process), nodes, at },
        order: seq,
        weight: 3 as const,
      },
    ];
  });
}

/** The first client that stopped because its lock had ended. */
const workStopped = (evidence: Evidence): readonly ChainStep[] =>
  eventsOf(evidence.trace, 'stopped')
    .slice(0, 1)
    .map(({ seq, at, process, reason }) => ({
      rule: 'stoppedWork',
      events: [seq],
      values: { client: nameOf(evidence, process), at, reason: reasons[reason] ?? 'none' },
      order: seq,
      weight: 3,
    }));

/** Requests to these processes that never arrived. */
function requestsLost(
  evidence: Evidence,
  serving: ReadonlySet<number>,
): readonly { readonly from: number; readonly to: number; readonly seq: number }[] {
  const { messages } = evidence.spans;
  const requests: { readonly from: number; readonly to: number; readonly seq: number }[] = [];
  for (let row = 0; row < messages.count; row++) {
    const to = messages.to(row);
    if (messages.cause(row) === null || messages.leg(row) !== 'request' || !serving.has(to)) continue;
    requests.push({ from: messages.from(row), to, seq: messages.sentSeq(row) });
  }
  return requests;
}

/** A node came back with the key, or came back only after the key had ended anyway. */
function restartsSurvived(evidence: Evidence): readonly ChainStep[] {
  const { spans, keys } = evidence;
  const [late] = spans.outages.flatMap(({ process, kind, seq, to, endSeq }) => {
    if (kind === 'paused' || to === null) return [];
    const key = keys.find(
      ({ node, cause, endSeq, setSeq }) => node === process && cause === 'lost' && setSeq < seq && endSeq >= seq,
    );
    return key?.expiresAt != null && key.expiresAt <= to ? [{ process, to, endSeq, expiresAt: key.expiresAt }] : [];
  });
  if (late !== undefined) {
    const values = { node: nameOf(evidence, late.process), at: late.to, expiresAt: Math.round(late.expiresAt) };
    return [{ rule: 'stayedAway', events: [late.endSeq], values, order: late.endSeq + 0.25, weight: 3 }];
  }
  const survivingKeys = spans.outages.flatMap(({ process, kind, seq, endSeq }) => {
    if (kind === 'paused' || endSeq < 0) return [];
    const key = keys.find(
      (candidate) => candidate.node === process && candidate.setSeq < seq && existsAt(candidate, endSeq + 1),
    );
    return key === undefined ? [] : [{ key, endSeq }];
  });
  return survivingKeys.slice(0, 1).map(({ key, endSeq }) => ({
    rule: 'keyKept',
    events: [endSeq],
    values: { node: nameOf(evidence, key.node), owner: nameOf(evidence, key.owner) },
    order: endSeq + 0.25,
    weight: 3,
  }));
}

/** There were never two holders at once, or there was no holder at all. */
function neverTwo({ trace, acquiredHolds }: Evidence): ChainStep | null {
  if (trace.count === 0) return null;
  const last = acquiredHolds.at(-1);
  const clients = new Set(acquiredHolds.map(({ process }) => process)).size;
  return {
    rule: last === undefined ? 'nobodyGot' : 'neverTwo',
    events: [last?.acquiredSeq ?? trace.count - 1],
    values: {
      acquired: acquiredHolds.length,
      clients,
      shared: isShared(acquiredHolds) ? 1 : 0,
      unlocked: acquiredHolds.length > 0 && acquiredHolds.every(isWithoutLock) ? 1 : 0,
    },
    order: trace.count,
    weight: 4,
  };
}

/** Whether two clients held the lock at once, as clients that share it may. */
function isShared(acquired: readonly AcquiredHold[]): boolean {
  const shared = acquired.filter((hold) => hold.shared);
  return shared.some((hold, i) =>
    shared.slice(i + 1).some((next) => next.process !== hold.process && next.acquiredAt < hold.heldUntil),
  );
}
