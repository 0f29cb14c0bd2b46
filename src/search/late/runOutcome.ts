/**
 * The outcome of a run, and whether a changed run fixes the harm of another one. A fix is measured against a harm, and
 * against the run with the same seed and no faults. A run is fixed if it does neither that harm nor a worse one, if every
 * client that finishes without faults finishes here, too, and if no client deletes or changes another client's key.
 * If two clients harmed each other, one of them may instead stop in time, as long as another finishes. After harm to the
 * data, the storage may refuse a write instead, and there may be two holders at once. Data that is intact only by luck
 * is not fixed. If the run without faults is undecided, nothing is a fix.
 */
import { findHarms } from '../../core/judge/judge';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { DataFact, LockFact } from '../../core/model/trace/outcome';
import { harmsData, type KeyHarm, rankOf, type Severity, severityOf } from '../../core/model/trace/severity';
import { kindNumber, type Trace } from '../../core/model/trace/trace';
import { column, kindAt, processAt } from '../../core/model/trace/traceReader';
import { keptTrace } from '../../core/model/trace/traceWriter';
import type { Parts } from '../../core/sim/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { spansOf } from '../../core/spans/spans';

/** How the rounds of one client ended. */
interface Rounds {
  readonly finished: number;
  /** Those that failed because the storage refused the write. */
  readonly refused: number;
  /** Those that failed because the client learned in time that its lock was over. */
  readonly stopped: number;
}

export interface RunOutcome {
  readonly lock: LockFact;
  readonly data: DataFact;
  readonly violatesOwnership: boolean;
  /** By the index of the client in the trace's header. */
  readonly rounds: ReadonlyMap<number, Rounds>;
}

/** A harm that a change may fix. Luck is no harm, and a key taken from another client leads to one of these later. */
export type RemediableHarm = Exclude<Severity, 'held' | 'unknown' | 'expired' | KeyHarm>;

/**
 * Null: the run does no harm, or is undecided. If the storage protected the data by refusing a write, the harm is the
 * lock's: two holders at once.
 */
export function harmOf(facts: Pick<RunOutcome, 'lock' | 'data'>): RemediableHarm | null {
  const { lock, data } = facts;
  const severity = severityOf({ lock, data });
  return isRemediable(severity) ? severity : null;
}

const excludedSeverities: readonly Severity[] = ['held', 'unknown', 'expired', 'deleted-another', 'changed-another'];
const isRemediable = (severity: Severity): severity is RemediableHarm => !excludedSeverities.includes(severity);

/** Cost: one simulation. */
export function simulateOutcome(scenario: Scenario, parts: Parts): RunOutcome {
  const trace = keptTrace(simulateIntoBuffer(scenario, parts));
  return outcomeOf(trace, roundsIn(trace), parts);
}

function outcomeOf(trace: Trace, rounds: RunOutcome['rounds'], parts: Parts): RunOutcome {
  const { lock, data, facts } = findHarms(trace, parts);
  return { lock, data, violatesOwnership: facts.length > 0, rounds };
}

export const withoutFaults = (scenario: Scenario): Scenario => ({ ...scenario, faults: {} });

/** The harm itself, or a worse one. */
export const isAtLeastAsSevere = (facts: Pick<RunOutcome, 'lock' | 'data'>, harm: RemediableHarm): boolean =>
  rankOf(severityOf(facts)) <= rankOf(harm);

/** The only harm is a wait: nobody got in for a while, or a client gave up. */
export function isOnlyDelay({ lock, data, violatesOwnership }: RunOutcome): boolean {
  const severity = severityOf({ lock, data });
  return !violatesOwnership && (severity === 'unavailable' || severity === 'held');
}

/**
 * Whether a run fixes the harm that another run did.
 *
 * @param faultless the run without faults: a client that finishes there finishes here, too, or stops in time if another
 * finishes. After harm to the data the storage may refuse a write instead, and there may be two holders meanwhile. Data
 * intact only by luck is not saved, nor is a run in which a client still takes another’s key: others happened to wait.
 */
export function isFixed(outcome: RunOutcome, harm: RemediableHarm, faultless: RunOutcome): boolean {
  if (outcome.violatesOwnership && !faultless.violatesOwnership) return false;
  if (harmsData(harm)) {
    const isDataIntact = outcome.data === 'safe' || outcome.data === 'refused';
    return (
      isDataIntact &&
      outcome.lock !== 'stuck' &&
      outcome.lock !== 'unavailable' &&
      outcome.lock !== 'unknown' &&
      allFinish(outcome, faultless, harm)
    );
  }
  const isDataAsExpected = outcome.data === 'safe' || (outcome.data === 'refused' && faultless.data === 'refused');
  return (
    (outcome.lock === 'held' || outcome.lock === 'expired') && isDataAsExpected && allFinish(outcome, faultless, harm)
  );
}

/**
 * The same for a scenario that has not been run. Cost: one simulation. The run is judged only if its clients finish.
 *
 * @param holdersBefore the holders that the faults of the original run hit. Each fault must hit at least one of the
 * same holders. Absent: a fault may hit any client.
 */
export function isFixedBy(
  scenario: Scenario,
  harm: RemediableHarm,
  faultless: RunOutcome,
  parts: Parts,
  holdersBefore: HoldersAtFault = new Map(),
): boolean {
  const trace = keptTrace(simulateIntoBuffer(scenario, parts));
  const rounds = roundsIn(trace);
  if (!allFinish({ rounds }, faultless, harm)) return false;
  return (
    isFixed(outcomeOf(trace, rounds, parts), harm, faultless) &&
    faultsHitSameHolders(holdersAtFaultIn(trace), holdersBefore)
  );
}

/** By the name of each fault, the clients that had got the lock and had not finished their round when it hit. */
export type HoldersAtFault = ReadonlyMap<string, ReadonlySet<number>>;

/** Cost: one simulation. */
export const simulateHoldersAtFault = (scenario: Scenario, parts: Parts): HoldersAtFault =>
  holdersAtFaultIn(keptTrace(simulateIntoBuffer(scenario, parts)));

const holdersAtFaultIn = (trace: Trace): HoldersAtFault =>
  new Map(
    spansOf(trace).faults.flatMap(({ name, from, seq }) => (from === null ? [] : [[name, holdersAt(trace, seq)]])),
  );

function holdersAt(trace: Trace, at: number): ReadonlySet<number> {
  const holders = new Set<number>();
  for (let seq = 0; seq < at; seq++) {
    const kind = kindAt(trace, seq);
    if (kind === acquired) holders.add(processAt(trace, seq));
    if (kind === finished) holders.delete(processAt(trace, seq));
  }
  return holders;
}

const faultsHitSameHolders = (here: HoldersAtFault, before: HoldersAtFault): boolean =>
  [...before].every(
    ([name, clients]) => clients.size === 0 || [...clients].some((client) => here.get(name)?.has(client)),
  );

function allFinish({ rounds }: Pick<RunOutcome, 'rounds'>, faultless: RunOutcome, harm: RemediableHarm): boolean {
  // These harms take two clients, so one of them may stop in time.
  const involvesTwoClients = harm === 'overlap' || harmsData(harm);
  const mayStop = involvesTwoClients && [...rounds.values()].some((one) => one.finished > 0);
  for (const [client, { finished }] of faultless.rounds) {
    const roundsHere = rounds.get(client) ?? noRounds;
    const refused = harmsData(harm) ? roundsHere.refused : 0;
    if (roundsHere.finished + refused + (mayStop ? roundsHere.stopped : 0) < finished) return false;
  }
  return true;
}

const noRounds: Rounds = { finished: 0, refused: 0, stopped: 0 };

const { acquired, finished, rejected, stopped } = kindNumber;
const succeeded = 1;
const failed = 0;

function roundsIn(trace: Trace): ReadonlyMap<number, Rounds> {
  const roundsByClient = new Map<number, Rounds>();
  const refused = new Set<number>();
  const stops = new Set<number>();
  for (let seq = 0; seq < trace.count; seq++) {
    const kind = kindAt(trace, seq);
    if (kind === rejected) refused.add(column.rejected.peer(trace, seq));
    if (kind === stopped) stops.add(processAt(trace, seq));
    if (kind !== finished) continue;
    const client = processAt(trace, seq);
    const ok = column.finished.ok(trace, seq);
    const before = roundsByClient.get(client) ?? noRounds;
    const isRefused = ok === failed && refused.has(client);
    roundsByClient.set(client, {
      finished: before.finished + (ok === succeeded ? 1 : 0),
      refused: before.refused + (isRefused ? 1 : 0),
      stopped: before.stopped + (ok === failed && !isRefused && stops.has(client) ? 1 : 0),
    });
    refused.delete(client);
    stops.delete(client);
  }
  return roundsByClient;
}
