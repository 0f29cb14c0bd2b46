/**
 * Why no client got in: nodes were unreachable, keys outlived their holds, votes were split, or writes were refused.
 */

import type { CauseValues } from '../../model/trace/cause';
import { refusalChecks, withSession } from '../../model/trace/trace';
import { nth } from '../../model/values/nth';
import { raisedBefore } from '../../spans/clientSteps';
import type { Messages } from '../../spans/messageSpans';
import type { HoldSpan } from '../../spans/spans';
import { type Evidence, lockSameKey, nameOf, namesOf, nodesOf } from '../evidence';
import type { KeyLifetime } from '../keys';
import { isInVain, type Starvation } from '../starvation';
import { hadLock, longStays } from '../stays';
import { type StuckLock, servingNodes } from '../stuck';
import { tokenFacts } from '../tokens';
import { compared, isRightful } from '../writes';
import { faultCauses } from './faultCauses';
import { grantStep } from './grants';
import { lostWakes } from './lostWakes';
import { stayedIn, triedToRelease } from './release';
import { type ChainStep, type ChainStepOf, eventsAmong } from './step';

/** A key without an expiry whose owner is gone: how it got there, and which clients wait for it. */
export function whyStuck(evidence: Evidence, { keys, waitingHolds }: StuckLock): readonly ChainStep[] {
  const owner = keys[0]?.hold;
  const steps: ChainStep[] = [keysStay(evidence, keys), ...behindItself(evidence, keys)];
  if (owner !== undefined) {
    steps.push(owner.acquiredSeq >= 0 ? grantStep(evidence, owner, 'granted') : keySet(evidence, keys));
    const processes = new Set([owner.process, ...keys.map(({ node }) => node)]);
    steps.push(...faultCauses(evidence, { fromSeq: owner.acquiringSeq, toSeq: evidence.trace.count, processes }));
    const mine = keys.filter(({ hold }) => hold === owner);
    if (owner.end !== 'crashed' && owner.heldUntilSeq >= 0) steps.push(triedToRelease(evidence, owner, mine));
  }
  return [
    ...steps,
    ...waiting(
      evidence,
      waitingHolds.map((hold) => wantedFrom(evidence, hold)),
    ),
  ];
}

interface Wish {
  readonly client: number;
  readonly fromSeq: number;
}

/** Each client that wants in. The step of the last one also shows the outcome: nothing will ever let it in. */
export function waiting(evidence: Evidence, wishes: readonly Wish[]): readonly ChainStep[] {
  const { trace } = evidence;
  const inTime = [...wishes].sort((a, b) => a.fromSeq - b.fromSeq);
  return inTime.map(({ client, fromSeq }, i): ChainStep => {
    const waiting = {
      events: [fromSeq],
      values: { client: nameOf(evidence, client), at: timeAt(evidence, fromSeq) },
    };
    return i < inTime.length - 1
      ? { rule: 'wantsIn', ...waiting, order: fromSeq, weight: 2 }
      : { rule: 'waitsForEver', ...waiting, order: trace.count, weight: 4 };
  });
}

/** Since when a client has wanted in. It still wants in after it gave up a try. */
const wantedFrom = ({ wants }: Evidence, { process, acquiringSeq }: HoldSpan): Wish =>
  wants.findLast(({ client, fromSeq }) => client === process && fromSeq <= acquiringSeq) ?? {
    client: process,
    fromSeq: acquiringSeq,
  };

/** What kept the client that waited longest from the lock, and whether that was repaired. */
export function whyUnavailable(evidence: Evidence, standstill: Starvation): readonly ChainStep[] {
  const tries = refusedTries(evidence, standstill);
  // If every try raised an exception, that explains it, however long the client has tried.
  const isRaised = tries.some(({ values }) => values.reasons.length === 0);
  return [
    ...faultCauses(evidence, { fromSeq: 0, toSeq: starvationEndSeq(evidence, standstill) }),
    ...lostWakes(evidence, standstill.client, {
      fromSeq: standstill.fromSeq,
      toSeq: starvationEndSeq(evidence, standstill),
    }),
    ...longStays(evidence, standstill).map((stay) => stayedIn(evidence, stay)),
    ...nodesAway(evidence, standstill),
    ...keysInTheWay(evidence, standstill),
    ...splitVotes(evidence, standstill),
    ...unanswered(evidence, standstill),
    ...tries,
    ...tokenFell(evidence, standstill),
    ...rejectedWrites(evidence, standstill),
    ...(isRaised ? [] : waited(evidence, standstill)),
  ];
}

const starvationEndSeq = ({ trace }: Evidence, { toSeq }: Starvation): number => (toSeq < 0 ? trace.count : toSeq);

/** `keyStays`, or `keyRenewed` if the key would expire but something keeps renewing it. */
function keysStay(evidence: Evidence, keys: readonly KeyLifetime[]): ChainStep {
  const owner = keys[0]?.owner ?? 0;
  const nodes = nodesOf(evidence, keys);
  const leftSeq = Math.max(...keys.map(({ hold, setSeq }) => Math.max(setSeq, hold?.heldUntilSeq ?? setSeq)));
  const events = eventsAmong(leftSeq, ...keys.map(({ setSeq }) => setSeq));
  const rule = keys.every(({ expiresAt }) => expiresAt !== null)
    ? 'keyRenewed'
    : keys.every(({ endsWithSession }) => endsWithSession)
      ? 'keyOfSession'
      : 'keyStays';
  return { rule, events, values: { owner: nameOf(evidence, owner), nodes }, order: leftSeq + 0.5, weight: 4 };
}

/** The client is in the queue twice, and waits for its own earlier entry. */
function behindItself(evidence: Evidence, keys: readonly KeyLifetime[]): readonly ChainStep[] {
  const again = keys.find((key, i) =>
    keys.slice(0, i).some(({ hold, node }) => hold === key.hold && node === key.node),
  );
  if (again === undefined) return [];
  const values = { client: nameOf(evidence, again.owner), at: again.setAt };
  return [{ rule: 'behindItself', events: [again.setSeq], values, order: again.setSeq, weight: 4 }];
}

/** The key was set, and the acquire never returned. */
function keySet(evidence: Evidence, keys: readonly KeyLifetime[]): ChainStep {
  const first = nth(keys, 0);
  const nodes = nodesOf(evidence, keys);
  const values = { client: nameOf(evidence, first.owner), nodes, at: first.setAt };
  return {
    rule: 'keySet',
    events: eventsAmong(...keys.map(({ setSeq }) => setSeq)),
    values,
    order: first.setSeq,
    weight: 3,
  };
}

/** Nodes that were down, or that the client's requests could not reach. */
function nodesAway(evidence: Evidence, standstill: Starvation): readonly ChainStep[] {
  const { spans, trace } = evidence;
  const serving = servingNodes(evidence);
  const away = new Map<number, number>();
  for (const { process, kind, seq, endSeq: back } of spans.outages) {
    if (kind === 'paused' || !serving.has(process) || seq >= starvationEndSeq(evidence, standstill)) continue;
    if (back < 0 || back > standstill.fromSeq) away.set(process, seq);
  }
  const { messages } = spans;
  for (let row = 0; row < messages.count; row++) {
    const to = messages.to(row);
    const seq = messages.sentSeq(row);
    if (messages.from(row) !== standstill.client || !serving.has(to) || away.has(to)) continue;
    const isLost = messages.cause(row) !== null;
    if (isLost && seq >= standstill.fromSeq && seq < starvationEndSeq(evidence, standstill))
      away.set(to, messages.endSeq(row));
  }
  if (away.size === 0) return [];
  const last = Math.max(...away.values());
  return [
    {
      rule: 'nodesAway',
      events: eventsAmong(last, ...away.values()),
      values: {
        nodes: namesOf(evidence, away.keys()),
        down: away.size,
        total: serving.size,
        quorum: trace.header.quorum,
        isTooMany: serving.size - away.size < trace.header.quorum ? 1 : 0,
      },
      order: last + 0.25,
      weight: serving.size - away.size < trace.header.quorum ? 3 : 2,
    },
  ];
}

/**
 * Keys that remained although their owner was not inside. Each attempt has its own step, because its keys end at a
 * different time.
 */
function keysInTheWay(evidence: Evidence, standstill: Starvation): readonly ChainStep[] {
  const toSeq = starvationEndSeq(evidence, standstill);
  const byHold = new Map<HoldSpan, KeyLifetime[]>();
  const isReader = evidence.acquiredHolds.some(({ process, shared }) => shared && process === standstill.client);
  for (const key of evidence.keys) {
    const { hold, endSeq, setSeq, hasSeveralOwners } = key;
    if (hasSeveralOwners || (isReader && key.isSharedMode) || !lockSameKey(evidence, key.owner, standstill.client))
      continue;
    if (setSeq >= toSeq || (endSeq >= 0 && endSeq <= standstill.fromSeq) || hold === undefined) continue;
    const stoodFrom = Math.max(setSeq, notHeldFrom(hold) ?? toSeq, standstill.fromSeq);
    const stoodTo = endSeq < 0 ? toSeq : Math.min(endSeq, toSeq);
    const stood = timeAt(evidence, stoodTo) - timeAt(evidence, stoodFrom);
    if (stood > standstill.waited / 10) byHold.set(hold, [...(byHold.get(hold) ?? []), key]);
  }
  return [...byHold.values()].map((keys) => {
    const first = nth(keys, 0);
    const alone = Math.max(first.setSeq, first.hold?.heldUntilSeq ?? 0);
    return {
      rule: 'keyInTheWay',
      events: eventsAmong(alone, ...keys.flatMap(({ setSeq, endSeq }) => [setSeq, endSeq])),
      values: {
        owner: nameOf(evidence, first.owner),
        nodes: nodesOf(evidence, keys),
        why: first.hold === undefined || isUnaware(first.hold) ? 'unaware' : first.hold.end,
        ...untilWhen(evidence, keys),
      },
      order: alone + 0.5,
      weight: 3 as const,
    };
  });
}

type Until = Pick<CauseValues['keyInTheWay'], 'until' | 'stands' | 'isValidity'>;

function untilWhen({ trace: { header } }: Evidence, keys: readonly KeyLifetime[]): Until {
  const standing = keys.filter(({ endSeq }) => endSeq < 0);
  const endless = standing.find(({ expiresAt }) => expiresAt === null);
  if (endless?.endsWithSession === true) return { until: withSession, stands: 1 };
  // No other client may take over a key that does not lapse, whatever its owner believed.
  const validity = header.keysLapse === true ? endless?.hold?.validities.at(-1)?.until : null;
  if (endless !== undefined)
    return { stands: 1, ...(validity == null ? { until: -1 } : { until: Math.round(validity), isValidity: 1 }) };
  const ends = keys.map(({ endSeq, endAt, expiresAt }) => (endSeq < 0 ? (expiresAt ?? endAt) : endAt));
  return { until: Math.round(Math.max(...ends)), stands: standing.length > 0 ? 1 : 0 };
}

/** The event after which no client is inside with this hold's keys. Null: the client stays inside to the end. */
const notHeldFrom = (hold: HoldSpan): number | null =>
  isUnaware(hold) ? hold.acquiringSeq : hold.heldUntilSeq < 0 ? null : hold.heldUntilSeq;

/** The client is still asking, and does not know which keys it has. */
const isUnaware = (hold: HoldSpan): boolean => hold.acquiredSeq < 0 && hold.end === 'open';

const timeAt = ({ trace }: Evidence, seq: number): number => trace.at[seq] ?? trace.header.endedAt;

/** The nodes were divided among several clients, and no client had enough. */
function splitVotes(evidence: Evidence, standstill: Starvation): readonly ChainStep[] {
  const { trace, spans } = evidence;
  const toSeq = starvationEndSeq(evidence, standstill);
  const counts = new Map<number, number>();
  let best: { readonly seq: number; readonly votes: ReadonlyMap<number, number>; readonly total: number } | undefined;
  for (const { owner, count, seq } of spans.quorum) {
    counts.set(owner, count);
    const held = [...counts].filter(([, votes]) => votes > 0);
    const total = held.reduce((sum, [, votes]) => sum + votes, 0);
    const isSplit = held.length > 1 && held.every(([, votes]) => votes < trace.header.quorum);
    const isWithin = seq >= standstill.fromSeq && seq < toSeq;
    if (isWithin && isSplit && total > (best?.total ?? 0)) best = { seq, votes: new Map(held), total };
  }
  if (best === undefined || trace.header.quorum < 2) return [];
  const votes = [...best.votes]
    .sort(([a], [b]) => a - b)
    .map(([owner, count]) => [nameOf(evidence, owner), count] as const);
  const values = { votes, quorum: trace.header.quorum, at: trace.at[best.seq] ?? 0 };
  return [{ rule: 'split', events: [best.seq], values, order: best.seq, weight: 3 }];
}

/** A request that the client never gave up and that was never answered. */
function unanswered(evidence: Evidence, standstill: Starvation): readonly ChainStep[] {
  const { messages } = evidence.spans;
  const rows: number[] = [];
  for (let row = 0; row < messages.count; row++) {
    const at = messages.sentAt(row);
    if (messages.from(row) !== standstill.client || messages.leg(row) !== 'request' || messages.timedOutAt(row) !== -1)
      continue;
    const waited = standstill.to - at;
    if (at < standstill.from || waited < standstill.waited / 2 || isAskedAgain(messages, row)) continue;
    const reply = messages.rowOf(messages.message(row) + 1);
    const answeredAt = reply < 0 ? -1 : messages.receivedAt(reply);
    if (answeredAt < 0 || answeredAt - at > standstill.waited / 2) rows.push(row);
  }
  const first = rows[0];
  if (first === undefined || isClosed(evidence, standstill.client, messages.sentSeq(first))) return [];
  const seq = messages.sentSeq(first);
  const nodes = namesOf(
    evidence,
    rows.map((row) => messages.to(row)),
  );
  const values = { client: nameOf(evidence, standstill.client), nodes, at: messages.sentAt(first) };
  return [{ rule: 'unanswered', events: [seq], values, order: seq + 0.25, weight: 3 }];
}

/** A client that sends another request to the same server no longer waits for the answer to the first. */
function isAskedAgain(messages: Messages, row: number): boolean {
  const [from, to] = [messages.from(row), messages.to(row)];
  for (let later = row + 1; later < messages.count; later++)
    if (messages.from(later) === from && messages.to(later) === to && messages.leg(later) === 'request') return true;
  return false;
}

/** A closed connection, a crash or a decided quorum ends the wait without an answer, and the client continues. */
const isClosed = ({ spans }: Evidence, client: number, seq: number): boolean =>
  spans.holds.some((hold) => hold.process === client && hold.acquiringSeq > seq);

function refusedTries(evidence: Evidence, standstill: Starvation): readonly ChainStepOf<'refusedTries'>[] {
  const toSeq = starvationEndSeq(evidence, standstill);
  const refused = evidence.spans.holds.filter(
    ({ process, end, heldUntilSeq: insideToSeq }) =>
      process === standstill.client && end === 'refused' && insideToSeq >= standstill.fromSeq && insideToSeq <= toSeq,
  );
  const first = refused[0];
  if (first === undefined) return [];
  const events = refused.map(({ heldUntilSeq: insideToSeq }) => insideToSeq);
  return [
    {
      rule: 'refusedTries',
      events,
      values: triesIn(evidence, [first, ...refused.slice(1)]),
      order: first.heldUntilSeq,
      weight: 2,
    },
  ];
}

/** Attempts of one client that ended without the lock, with an exception of its library or with another reason. */
export function triesIn(evidence: Evidence, refused: readonly [HoldSpan, ...HoldSpan[]]) {
  const ends = refused.map((hold) => ({ ...hold, name: raisedBefore(evidence.trace, hold.heldUntilSeq) }));
  return {
    client: nameOf(evidence, refused[0].process),
    count: refused.length,
    reasons: [...new Set(ends.flatMap(({ reason, name }) => (name === '' ? [reason] : [])))],
    raised: [...new Set(ends.flatMap(({ name }) => (name === '' ? [] : [name])))],
    at: refused[0].heldUntil,
  };
}

/** The client's first token that was smaller than an earlier one, in a run where tokens were refused. */
function tokenFell(evidence: Evidence, standstill: Starvation): readonly ChainStep[] {
  const client = nameOf(evidence, standstill.client);
  const fell = tokenFacts(evidence).find(({ kind, who }) => kind === 'token-fell' && who[0] === client);
  const isRefused = evidence.rejections.some(
    ({ peer, check }) => peer === standstill.client && refusalChecks[check] === 'token',
  );
  if (fell === undefined || !isRefused || fell.to > starvationEndSeq(evidence, standstill)) return [];
  const { who, to, values } = fell;
  return [
    {
      rule: 'tokenFell',
      events: [to],
      values: { client, other: who[1] ?? null, ...values, at: evidence.trace.at[to] ?? 0 },
      order: to,
      weight: 3,
    },
  ];
}

function rejectedWrites(evidence: Evidence, standstill: Starvation): readonly ChainStep[] {
  const toSeq = starvationEndSeq(evidence, standstill);
  const refused = evidence.rejections.filter(
    (one) => one.seq >= standstill.fromSeq && one.seq <= toSeq && isRightful(evidence, one),
  );
  const first = refused[0];
  if (first === undefined) return [];
  const { peer, value, at, seq } = first;
  const values = {
    client: nameOf(evidence, peer),
    count: refused.length,
    value,
    at,
    ...compared(evidence, first),
  };
  return [{ rule: 'refusedRightful', events: refused.map((event) => event.seq), values, order: seq, weight: 3 }];
}

function waited(evidence: Evidence, standstill: Starvation): readonly ChainStep[] {
  const { trace, finishes } = evidence;
  const { client, others = [], waited: micros, fromSeq, toSeq } = standstill;
  const patience = trace.header.scenario.settings.patience * 1000;
  const order = starvationEndSeq(evidence, standstill);
  const steps: ChainStep[] = [
    {
      rule: 'waited',
      events: eventsAmong(toSeq, fromSeq),
      values: {
        client: nameOf(evidence, client),
        micros,
        patience,
        inTurn: others.length > 0 ? 1 : 0,
        ...(hadLock(evidence, standstill) && { hadLock: 1 as const }),
        ...(isInVain(evidence, standstill) && { gaveUp: 1 as const }),
      },
      order: order + 0.25,
      weight: 4,
    },
  ];
  const healed = finishes.find(({ ok, seq }) => ok === 1 && seq >= order);
  if (healed !== undefined)
    steps.push({
      rule: 'healed',
      events: [healed.seq],
      values: { client: nameOf(evidence, healed.process), at: healed.at },
      order: healed.seq + 0.5,
      weight: 2,
    });
  return steps;
}
