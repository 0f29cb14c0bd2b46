/**
 * How a run ends, and whether that saves what another run harmed. The question needs a harm, the one that a scene
 * names, and the run with the same seed and no faults. Saved: that harm is not done, nor a worse one, and every client
 * that finishes without faults finishes here, too. Of two that harmed each other, one may instead stop in time if
 * another finishes. No client takes another’s key. After harm to the data, the storage may refuse a write, and there
 * may be two holders meanwhile. Data intact only by luck is less bad. If the run without faults is not decided, it saves
 * nothing.
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

/** The rounds of one client. */
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

/** Luck is no harm to undo, and a key taken from another shows in later events. */
export type RemediableHarm = Exclude<Severity, 'held' | 'unknown' | 'expired' | KeyHarm>;

/**
 * Null: the run does no harm, or is not decided. If the storage kept the data by refusing a write, the harm is the
 * lock's.
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
  return outcomeIn(trace, roundsIn(trace), parts);
}

function outcomeIn(trace: Trace, rounds: RunOutcome['rounds'], parts: Parts): RunOutcome {
  const { lock, data, facts } = findHarms(trace, parts);
  return { lock, data, violatesOwnership: facts.length > 0, rounds };
}

export const withoutFaults = (scenario: Scenario): Scenario => ({ ...scenario, faults: {} });

/** The harm itself, or a worse one. */
export const isAtLeastAsSevere = (facts: Pick<RunOutcome, 'lock' | 'data'>, harm: RemediableHarm): boolean =>
  rankOf(severityOf(facts)) <= rankOf(harm);

/** The only harm is a wait: nobody got in for a while, or a client gave up. */
export function isOnlyDelay({ lock, data, violatesOwnership: takesAnothers }: RunOutcome): boolean {
  const severity = severityOf({ lock, data });
  return !takesAnothers && (severity === 'unavailable' || severity === 'held');
}

/**
 * Whether a run ends well where another did this harm.
 *
 * @param faultless the run without faults: a client that finishes there finishes here, too, or stops in time if another
 * finishes. After harm to the data the storage may refuse a write instead, and there may be two holders meanwhile. Data
 * intact only by luck is not saved, nor is a run in which a client still takes another’s key: others happened to wait.
 */
export function isFixed(ending: RunOutcome, harm: RemediableHarm, faultless: RunOutcome): boolean {
  if (ending.violatesOwnership && !faultless.violatesOwnership) return false;
  if (harmsData(harm)) {
    const isKept = ending.data === 'safe' || ending.data === 'refused';
    return (
      isKept &&
      ending.lock !== 'stuck' &&
      ending.lock !== 'unavailable' &&
      ending.lock !== 'unknown' &&
      allFinish(ending, faultless, harm)
    );
  }
  const isAsUsual = ending.data === 'safe' || (ending.data === 'refused' && faultless.data === 'refused');
  return (ending.lock === 'held' || ending.lock === 'expired') && isAsUsual && allFinish(ending, faultless, harm);
}

/**
 * The same for a scenario that has not been run. Cost: one simulation; it is judged only if all of them finish.
 *
 * @param struck by the faults of the run that is to be saved: a run in which a fault hits none of these clients is
 * another run. Absent: a fault may hit any client.
 */
export function isFixedBy(
  scenario: Scenario,
  harm: RemediableHarm,
  faultless: RunOutcome,
  parts: Parts,
  struck: HoldersAtFault = new Map(),
): boolean {
  const trace = keptTrace(simulateIntoBuffer(scenario, parts));
  const rounds = roundsIn(trace);
  if (!allFinish({ rounds }, faultless, harm)) return false;
  return isFixed(outcomeIn(trace, rounds, parts), harm, faultless) && hitsSameHolders(holdersAtFaultIn(trace), struck);
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

const hitsSameHolders = (here: HoldersAtFault, before: HoldersAtFault): boolean =>
  [...before].every(
    ([name, clients]) => clients.size === 0 || [...clients].some((client) => here.get(name)?.has(client)),
  );

function allFinish({ rounds }: Pick<RunOutcome, 'rounds'>, faultless: RunOutcome, harm: RemediableHarm): boolean {
  // Of these harms one client is spared if another stops.
  const isOfTwo = harm === 'overlap' || harmsData(harm);
  const mayStop = isOfTwo && [...rounds.values()].some((one) => one.finished > 0);
  for (const [client, { finished }] of faultless.rounds) {
    const here = rounds.get(client) ?? noRounds;
    const refused = harmsData(harm) ? here.refused : 0;
    if (here.finished + refused + (mayStop ? here.stopped : 0) < finished) return false;
  }
  return true;
}

const noRounds: Rounds = { finished: 0, refused: 0, stopped: 0 };

const { acquired, finished, rejected, stopped } = kindNumber;
const well = 1;
const badly = 0;

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
    const isRefused = ok === badly && refused.has(client);
    roundsByClient.set(client, {
      finished: before.finished + (ok === well ? 1 : 0),
      refused: before.refused + (isRefused ? 1 : 0),
      stopped: before.stopped + (ok === badly && !isRefused && stops.has(client) ? 1 : 0),
    });
    refused.delete(client);
    stops.delete(client);
  }
  return roundsByClient;
}
