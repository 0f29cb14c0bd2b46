/**
 * The data's fact: the worst that happened to the data, in one word. Data are not `lucky` if the check promises that
 * nothing is lost (`keepsData`), or if the writer's keys were still there.
 */
import type { Fact } from '../model/trace/fact';
import type { DataFact } from '../model/trace/outcome';
import { type Evidence, nameOf } from './evidence';
import { existsAt } from './keys';
import type { LostUpdate } from './lostUpdate';
import type { OverlapPair } from './overlap';
import type { TornWrite } from './tornWrite';

interface Seen {
  readonly losses: readonly LostUpdate[];
  readonly torn: readonly TornWrite[];
  readonly pairs: readonly OverlapPair[];
  readonly twice: readonly Fact[];
  readonly rejections: readonly Fact[];
  readonly lateWrites: readonly Fact[];
}

/**
 * A run that was cut off proves the harm that it shows, but not that nothing else happened. A run that failed proves
 * nothing.
 */
export function dataFactOf(evidence: Evidence, { losses, torn, pairs, twice, rejections, lateWrites }: Seen): DataFact {
  const { ended } = evidence.trace.header;
  if (ended === 'failed') return 'unknown';
  if (torn.length > 0) return 'torn';
  if (twice.length > 0) return 'twice';
  if (losses.length > 0) return 'lost';
  if (ended === 'bound' || ended === 'stopped') return 'unknown';
  if (hasRefusedLateWrite(rejections)) return 'refused';
  if (isGuarded(evidence)) return 'safe';
  if (pairs.some(({ isCertain }) => isCertain) || lateWrites.some((fact) => isThreat(evidence, fact))) return 'lucky';
  return pairs.length > 0 ? 'unknown' : 'safe';
}

/** A late write was accepted when another client could have been inside: its writer's keys were gone. */
function isThreat(evidence: Evidence, fact: Fact): boolean {
  if (fact.kind !== 'late-write' || fact.values.accepted === 0) return false;
  const { keys, trace } = evidence;
  const standing = keys.filter((key) => nameOf(evidence, key.owner) === fact.who[0] && existsAt(key, fact.to));
  return standing.length < trace.header.quorum;
}

/**
 * A rejected write would have destroyed another, or might have: its client was not the rightful holder, or the version
 * that it had read was no longer current. A refused read or mark would have written nothing.
 */
function hasRefusedLateWrite(facts: readonly Fact[]): boolean {
  const rightful = new Set(facts.filter(({ kind }) => kind === 'rightful-rejected').map(({ from }) => from));
  return facts.some(
    (fact) =>
      fact.kind === 'rejected' &&
      fact.values.value >= 0 &&
      (fact.values.check === 'version' || !rightful.has(fact.from)),
  );
}

/** The resource's check promises that no update is lost, and the lock worked. */
function isGuarded(evidence: Evidence): boolean {
  const { guard } = evidence.trace.header;
  return guard === 'always' || (guard === 'while-tokens-rise' && tokensRose(evidence));
}

/** Whether each client that asked after another had got its token received a greater one. */
function tokensRose({ acquiredHolds }: Evidence): boolean {
  const byBeginning = [...acquiredHolds].sort((a, b) => a.acquiringSeq - b.acquiringSeq);
  let highest = -1;
  let next = 0;
  return byBeginning.every(({ token, acquiringSeq, shared }) => {
    for (; (acquiredHolds[next]?.acquiredSeq ?? acquiringSeq) < acquiringSeq; next++)
      highest = Math.max(highest, acquiredHolds[next]?.token ?? -1);
    return token === null || token > highest || (shared && token === highest);
  });
}
