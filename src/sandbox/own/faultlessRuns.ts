/**
 * Two runs without a fault, before any search. In the first, one client comes after the other: a lock that fails
 * there is not called as its author intended, and a search would be about another lock. In the second, both ask at
 * once: a lock that fails only there is already broken.
 */

import { judge } from '../../core/judge/judge';
import { reasons } from '../../core/model/effects/effect';
import { firstDifference } from '../../core/model/scenario/difference';
import { type ProcessId, roleOf } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import { anyHarms, doesHarm, type Harm } from '../../core/model/trace/severity';
import { goneCauses, type Trace } from '../../core/model/trace/trace';
import { eventsOf, processId } from '../../core/model/trace/traceReader';
import { keptTrace } from '../../core/model/trace/traceWriter';
import { formatAt, formatMs } from '../../core/model/values/format';
import { nth } from '../../core/model/values/nth';
import { leaseMax, type Ms, toMs } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { simulate } from '../../core/sim/simulate';
import { attackScenario, renewedWork, uncontendedScenario, workingFor } from './attackScenario';
import { type Binding, bind, missingIn, requirementsMet, type Trial } from './binding';
import { detectRefusal } from './detectRefusal';
import type { CallVariants } from './host';
import type { OwnFiles, OwnProblem, OwnProblemKind, OwnSettings } from './ownCalls';
import { ownFields } from './ownLockFields';
import { defaultCall, RealmEnded } from './realm';
import type { Recorder } from './recorder';

/** Parts with the lock, and the recorder of one run. */
export type NewRecording = () => { readonly parts: Parts; readonly recorder: Recorder };

export interface SequentialRun extends Trial {
  /** Why the lock cannot be attacked. Null: it can. */
  readonly problem: OwnProblem | null;
  /** How the lock is called, in names. */
  readonly signature: string;
  /** In how many ways its functions may be called. */
  readonly ways: CallVariants;
  readonly problems: readonly OwnProblem[];
  /** Client 2 was refused at first, although client 1 had released. */
  readonly isFreedLate: boolean;
  readonly hasToken: boolean;
  /** An acquire returned a value with its lock. */
  readonly returnsLock: boolean;
  /** The lease that the servers were asked for. Null: the lock does not expire there. */
  readonly lease: Ms | null;
  /** The number of servers that a client called by addresses of its own. */
  readonly servers: number;
  /** Whether the code locks by files. */
  readonly files: OwnFiles;
  /** The first key or file that a client took. Null: there was none. */
  readonly firstKey: string | null;
}

/** What is known about a lock before it is attacked. */
export interface FaultlessRuns {
  /** With the lease that the servers were asked for, and whether the lock has a token. */
  readonly settings: OwnSettings;
  readonly sequentialRun: SequentialRun;
  /** Why the lock cannot be attacked. Null: it can. */
  readonly problem: OwnProblem | null;
  /** How its functions are called. Null: no run was made. */
  readonly binding: Binding;
  /** What acquire returns as a refusal, where only a run showed that it is one. Null: the value itself shows it. */
  readonly refusal: string | null;
  /** A waiting client asks so often that a search of all runs would take minutes. */
  readonly isLong: boolean;
}

/**
 * @param fileSettings the settings of the file. A lease that the code chose itself replaces its TTL, and the servers that it
 * calls by its own addresses are the nodes, if they are more
 */
export function playFaultless(fileSettings: OwnSettings, recorded: NewRecording): FaultlessRuns {
  const first = runSequentially(fileSettings, recorded);
  const nodes = Math.min(first.servers, ownFields.nodes.max);
  if (nodes > fileSettings.nodes) return playFaultless({ ...fileSettings, nodes }, recorded);
  if (fileSettings.files === undefined && first.files !== 'none')
    return playFaultless({ ...fileSettings, files: first.files }, recorded);
  const played = new Map<OwnSettings, SequentialRun>([[first.settings, first]]);
  const play = (settings: OwnSettings): SequentialRun => {
    const apart = runSequentially(settings, recorded);
    played.set(settings, apart);
    return apart;
  };
  const bound = bind(play, first, first.ways);
  const apart = played.get(bound.trial.settings) ?? first;
  const { settings } = apart;
  const base = { settings, sequentialRun: apart, binding: bound, refusal: null, isLong: false };
  const problem = bound.others.length > 0 ? unclear(bound) : apart.problem;
  if (problem !== null) return { ...base, problem };
  const lasting = (ttl: Ms): FaultlessRuns => {
    const again = ttl > leaseMax ? null : runSequentially({ ...settings, ttl }, recorded);
    if (again !== null && (again.problem !== null || leaseMismatch(again, ttl) === null))
      return { ...base, ...analyzeCallable(again, recorded) };
    const message = `Redis was asked for a lease of ${formatMs(ttl)}, and the code was given a TTL of ${settings.ttl} milliseconds.`;
    return { ...base, problem: { kind: 'other-lease', message, place: null } };
  };
  const lease = leaseMismatch(apart, settings.ttl);
  if (lease !== null) return lasting(lease);
  const outcome = analyzeCallable(apart, recorded);
  const end = apart.lease === null ? expiryMismatch(outcome.settings) : null;
  return end === null ? { ...base, ...outcome } : lasting(end);
}

/** What is known of a lock that can be called. */
function analyzeCallable(
  apart: SequentialRun,
  recorded: NewRecording,
): Pick<FaultlessRuns, 'settings' | 'sequentialRun' | 'problem' | 'refusal' | 'isLong'> {
  const problem = apart.problem ?? nondeterminism(apart, recorded);
  const { hasToken: token, returnsLock } = apart;
  const settings = { ...apart.settings, token, ...(returnsLock && { returnsLock }) };
  if (problem !== null) return { settings, sequentialRun: apart, problem, refusal: null, isLong: false };
  const refusal = detectRefusal(settings, recorded);
  const settingsSoFar = { ...settings, ...(refusal !== null && { refusal: refusal.digest }) };
  const freedAfter = takeoverDelay(settingsSoFar, recorded);
  const fullSettings = {
    ...settingsSoFar,
    ...(freedAfter !== null && (apart.lease === null || freedAfter > settings.ttl + longTurn) && { freedAfter }),
    ...(renews(settingsSoFar, recorded) && { isRenewed: true }),
  };
  return {
    settings: fullSettings,
    sequentialRun: apart,
    refusal: refusal?.text ?? null,
    ...checkPolling(fullSettings, recorded),
  };
}

/** Ways to call the lock disagree, and none of them is complete. */
function unclear({ trial, others }: Binding): OwnProblem {
  const callTrials = [trial, ...others]
    .slice(0, triedMost)
    .map((one) => ({ callText: one.called, missing: missingIn(one) }));
  return { kind: 'unclear-call', message: trial.called, place: null, callTrials };
}

const triedMost = 4;

/** How much longer than its lease a lock may seem to last, since a client that waits asks only now and then. */
const longTurn = 1000;

/** How long the run after a holder's crash lasts at first, and then. */
const crashRunLengths: readonly Ms[] = [30_000, 600_000];

/**
 * How long another client waits after a holder has crashed. A lock of files asks no server for an expiry. Null: it does
 * not get in.
 */
function takeoverDelay(settings: OwnSettings, recorded: NewRecording): Ms | null {
  const usual = attackScenario(settings);
  for (const duration of crashRunLengths) {
    if (duration < settings.ttl) continue;
    const think = Math.max(usual.settings.think, duration / 300);
    const scenario = { ...usual, settings: { ...usual.settings, duration, think } };
    const trace = withCrashedHolder('client1', scenario, recorded) ?? withCrashedHolder('client2', scenario, recorded);
    if (trace === null) return null;
    const [first, next] = eventsOf(trace, 'acquired');
    if (first !== undefined && next !== undefined && next.process !== first.process) {
      const waited = Math.ceil(toMs(next.at - first.at));
      // A lock that lets the other in at once keeps nobody out.
      return waited > usual.settings.work ? waited : null;
    }
    if (trace.header.ended === 'quiet') return null;
  }
  return null;
}

/** A run in which the first holder crashes at its work. Null: another client is the first, or the run is too long. */
function withCrashedHolder(process: ProcessId, scenario: Scenario, recorded: NewRecording): Trace | null {
  const crash = { kind: 'crash', process, when: { ...atWork, process }, restartAfter: 'never' } as const;
  const trace = unlessTooLong(() => simulate({ ...scenario, faults: { crash } }, recorded().parts));
  const [first] = trace === null ? [] : eventsOf(trace, 'acquired');
  return trace !== null && first !== undefined && processId(trace, first.process) === process ? trace : null;
}

/** When a lock that no server ends is free again, if that is clearly another time than the TTL. */
const expiryMismatch = ({ ttl, freedAfter }: OwnSettings): Ms | null =>
  freedAfter === undefined || (freedAfter >= ttl && freedAfter <= ttl + longTurn) ? null : freedAfter;

/** Whether client 1 sets its key again during long work. */
function renews(settings: OwnSettings, recorded: NewRecording): boolean {
  const trace = simulate(workingFor(renewedWork(settings.ttl), uncontendedScenario(settings)), recorded().parts);
  const events = eventsOf(trace, 'acquired', 'entrySet', 'releasing').filter(
    (event) => processId(trace, event.kind === 'entrySet' ? event.peer : event.process) === 'client1',
  );
  const from = events.findIndex(({ kind }) => kind === 'acquired');
  return from >= 0 && events[from + 1]?.kind === 'entrySet';
}

/** Below this lease, a client cannot ask that often. */
const usualLeaseMost = 10_000;

/** A run with this many events takes as long as twenty usual ones. */
const longRun = 5000;

/** Pauses a client beyond a long lease, so that the other one asks again and again, up to the limit of a run. */
function checkPolling(settings: OwnSettings, recorded: NewRecording): Pick<FaultlessRuns, 'problem' | 'isLong'> {
  const { ttl } = settings;
  if (ttl <= usualLeaseMost) return { problem: null, isLong: false };
  const pause = { kind: 'pause', process: 'client1', when: atWork, for: 1.5 * ttl } as const;
  const run = unlessTooLong(() => simulate({ ...attackScenario(settings), faults: { pause } }, recorded().parts));
  if (run !== null && run.header.ended !== 'bound') return { problem: null, isLong: run.count > longRun };
  const message = `The lease is ${formatMs(ttl)}, and a client that waits for it asks more often than one run can hold.`;
  return { problem: { kind: 'asks-too-often', message, place: null }, isLong: true };
}

/** Null: the code asked for more than one run can hold. */
function unlessTooLong(play: () => Trace): Trace | null {
  try {
    return play();
  } catch (error) {
    if (error instanceof RealmEnded && error.problem.kind === 'too-long') return null;
    throw error;
  }
}

const atWork = { kind: 'step', process: 'client1', step: 'work', nth: 1 } as const;

/** Redis counts some leases in whole seconds, and some locks subtract a little. */
const leaseTolerance = 0.1;

/** The lease that the servers were asked for, if it differs from the one that the code was given. */
function leaseMismatch({ lease }: SequentialRun, ttl: Ms): Ms | null {
  return lease === null || Math.abs(lease - ttl) <= leaseTolerance * ttl ? null : Math.round(lease);
}

/** Client 2 comes after this many times the work of client 1, long after it has finished. */
const staggerApart = 5;

export function runSequentially(settings: OwnSettings, recorded: NewRecording): SequentialRun {
  const { parts, recorder } = recorded();
  const trace = simulate(scenarioApartFor(settings), parts);
  const { problems, as } = recorder;
  const acquired = eventsOf(trace, 'acquired');
  const lease = leaseIn(trace);
  const problem = problemIn(trace, problems);
  const isWrong = problem !== null || problems.some(({ kind }) => kind === 'no-text' || kind === 'not-simulated');
  const met = requirementsMet(trace, settings, lease, isWrong && !(problem?.kind === 'not-released'));
  return {
    settings,
    called: as?.ok ? calledIn(as) : '',
    signature: as?.ok ? as.found : '',
    met,
    ways: as?.ok ? as.ways : defaultCall.ways,
    // The effects of a release count more than what it returns.
    problem: problem?.kind === 'not-released' ? null : problem,
    problems,
    isFreedLate: turnOf(trace, 'client2').some(({ kind }) => kind === 'refused'),
    hasToken: acquired.length > 0 && acquired.every(({ token }) => token !== null && token >= 0),
    returnsLock: recorder.returnsLock,
    lease,
    files: recorder.makesFiles ? (asksServers(trace) ? 'also' : 'only') : 'none',
    firstKey: firstKeyIn(trace),
    servers: Math.max(0, ...[...recorder.reached.values()].map(({ size }) => size)),
  };
}

const calledIn = ({ found, released }: { readonly found: string; readonly released?: string }): string =>
  released === undefined ? found : `${found.slice(0, found.lastIndexOf(','))}, ${released}`;

function scenarioApartFor(settings: OwnSettings): Scenario {
  const usual = uncontendedScenario(settings);
  return { ...usual, settings: { ...usual.settings, stagger: staggerApart * usual.settings.work } };
}

/** Two equal runs that differ: something of the code is not simulated. */
function nondeterminism({ settings }: SequentialRun, recorded: NewRecording): OwnProblem | null {
  const scenario = scenarioApartFor(settings);
  const one = keptTrace(simulate(scenario, recorded().parts));
  return differenceOf(one, simulate(scenario, recorded().parts));
}

const turnOf = (trace: Trace, client: ProcessId) =>
  eventsOf(trace, 'refused', 'acquired', 'released', 'finished').filter(
    ({ process }) => processId(trace, process) === client,
  );

function problemIn(trace: Trace, problems: readonly OwnProblem[]): OwnProblem | null {
  const thrown = problems.find(({ kind }) => kind === 'threw' || kind === 'rejected');
  if (thrown !== undefined) return thrown;
  for (const client of ['client1', 'client2'] as const) {
    const kinds = turnOf(trace, client).map(({ kind }) => kind);
    const problem = (kind: OwnProblemKind, message: string): OwnProblem => ({ kind, message, place: null, client });
    if (kinds[0] === 'refused' && (client === 'client1' || !kinds.includes('acquired')))
      return {
        ...problem('not-acquired', 'acquire refuses, although no other client is inside.'),
        ...keyOwnerIn(trace, client),
      };
    if (!kinds.includes('finished')) {
      // A library may keep asking for the command.
      const unknown = problems.find(({ kind }) => kind === 'not-simulated');
      if (unknown !== undefined) return unknown;
      return kinds.includes('acquired')
        ? problem('never-released', 'release waits for something that can never come.')
        : problem('lost-answer', 'acquire waits for something that can never come.');
    }
    if (failedRelease(trace, client)) return problem('not-released', 'release says that nothing was released.');
  }
  return null;
}

/** Whose key was there when the client was first refused. */
function keyOwnerIn(trace: Trace, client: ProcessId): Pick<OwnProblem, 'keyOwner'> {
  const refused = turnOf(trace, client).find(({ kind }) => kind === 'refused')?.seq ?? 0;
  const gone = eventsOf(trace, 'entryGone').filter(({ seq }) => seq < refused);
  const isGone = (entry: number, since: number) => gone.some((one) => one.entry === entry && one.seq > since);
  const key = eventsOf(trace, 'entrySet').findLast(({ seq, entry }) => seq < refused && !isGone(entry, seq));
  return key === undefined ? {} : { keyOwner: processId(trace, key.peer) };
}

/** Whether a release says no. It may do so if the key had already expired. */
function failedRelease(trace: Trace, client: ProcessId): boolean {
  const released = eventsOf(trace, 'released').find(
    ({ process, reason }) => processId(trace, process) === client && reasons[reason] !== 'none',
  );
  if (released === undefined) return false;
  const gone = eventsOf(trace, 'entryGone').filter(({ at }) => at <= released.at);
  return !gone.some(({ cause }) => goneCauses[cause] === 'expired');
}

function differenceOf(one: Trace, other: Trace): OwnProblem | null {
  const parting = firstDifference(one, other, 'every event');
  if (parting === null && one.strings.join() === other.strings.join()) return null;
  const { at, seq } = parting ?? { at: nth(one.at, one.count - 1), seq: one.count - 1 };
  const row = (seq < 0 ? other.count : seq) + 1;
  const message = `The second run differs from the first from row ${row} on (${formatAt(at)}).`;
  return { kind: 'other-bytes', message, place: null };
}

function firstKeyIn(trace: Trace): string | null {
  const first = eventsOf(trace, 'entrySet')[0];
  return first === undefined ? null : (trace.strings[first.entry] ?? null);
}

/** The longest expiry that client 1 set before it was let in. */
function leaseIn(trace: Trace): Ms | null {
  const until = eventsOf(trace, 'acquired')[0]?.at ?? 0;
  const set = eventsOf(trace, 'entrySet').filter(({ at, expiresIn }) => at <= until && expiresIn >= 0);
  const deleted = new Set(
    eventsOf(trace, 'entryGone').flatMap(({ entry, cause }) => (goneCauses[cause] === 'deleted' ? [entry] : [])),
  );
  // A counter of fencing tokens outlives each lock that it counts.
  const own = set.filter(({ entry, value }) => deleted.has(entry) || !/^\d+$/.test(trace.strings[value] ?? ''));
  const leases = (own.length > 0 ? own : set).map(({ expiresIn }) => toMs(expiresIn));
  return leases.length === 0 ? null : Math.max(...leases);
}

/** How a lock breaks without a fault. */
export interface FaultlessBreak {
  readonly scenario: Scenario;
  /** Empty: it fails in another way. */
  readonly harms: readonly Harm[];
  /** Nobody is let in, or a release fails that works when the clients come one after the other. */
  readonly failing: 'nobody' | 'release' | null;
  /** No request left a client, so the lock only works between tasks of one process. */
  readonly isInProcess: boolean;
  /** It breaks only if both have the same host name and process id. */
  readonly sameIdentity: boolean;
}

/** Null: two clients that ask at once do each other no harm, whatever their names. */
export const runConcurrently = (settings: OwnSettings, recorded: NewRecording): FaultlessBreak | null =>
  runContended(settings, recorded, false) ?? runContended(settings, recorded, true);

function runContended(settings: OwnSettings, recorded: NewRecording, isTwins: boolean): FaultlessBreak | null {
  const usual = attackScenario(settings);
  const scenario = isTwins
    ? { ...usual, lock: { ...usual.lock, settings: { ...usual.lock.settings, twins: true } } }
    : usual;
  const { parts } = recorded();
  const trace = simulate(scenario, parts);
  const verdict = judge(trace, parts);
  const harmsDone = anyHarms.filter((harm) => doesHarm(verdict, harm));
  const isNobody = eventsOf(trace, 'acquired').length === 0;
  const isFailing = (['client1', 'client2'] as const).some((client) => failedRelease(trace, client));
  const failing = isNobody ? 'nobody' : isFailing ? 'release' : null;
  if (harmsDone.length === 0 && failing === null) return null;
  return {
    scenario,
    harms: harmsDone,
    failing,
    isInProcess: !asksServers(trace) && settings.files === undefined,
    sameIdentity: isTwins,
  };
}

const asksServers = (trace: Trace): boolean =>
  eventsOf(trace, 'sent').some(({ peer }) => roleOf(processId(trace, peer)) === 'node');
