/** The moments of a run without a story: the harm and its causes, then the faults, then acquisitions and writes. */
import { firstViolation, stopEventOf } from '../../core/judge/stopEvent';
import { roleOf } from '../../core/model/scenario/processId';
import type { Run } from '../../core/model/trace/run';
import { kindNames, kindNumber, lossCauses, type Trace, type TraceKind } from '../../core/model/trace/trace';
import { column, instantAt, kindAt, processId } from '../../core/model/trace/traceReader';
import type { Language } from '../../core/model/values/text';
import { type PendingLine, pendingLines } from '../../core/narrate/narrate';
import { sentence } from '../../core/narrate/sentence';
import type { Speech } from '../../core/narrate/speech';
import { spansOf } from '../../core/spans/spans';

export interface MomentText {
  /** In µs of true time. */
  readonly at: number;
  /** The number of its event. */
  readonly seq: number;
  readonly text: string;
  /** Written for a play. */
  readonly brief?: string;
}

/** A line of the narration that can be chosen. */
type Moment = Pick<PendingLine, 'at' | 'seq' | 'phrase'>;

interface Wanted {
  readonly speech: Speech;
  readonly language: Language;
  /** Both ends are included, in µs. */
  readonly from: number;
  readonly to: number;
  /** Instants that are already narrated, in µs. */
  readonly narratedAt: ReadonlySet<number>;
}

/** The most moments shown. */
const momentsMax = 10;

/** Several events of one action are one line if they are at most this far apart, in µs. */
const lineLength = 200_000;

/** A scene does not show commands to the servers of the lock, nor their replies. */
function isOfLock(trace: Trace, { seq }: PendingLine): boolean {
  const kind = kindAt(trace, seq);
  if (kind !== kindNumber.sent && kind !== kindNumber.received) return false;
  return (
    roleOf(processId(trace, column[kind === kindNumber.sent ? 'sent' : 'received'].peer(trace, seq))) !== 'storage'
  );
}

const ofFaults: ReadonlySet<string> = new Set<TraceKind>(['paused', 'crashed', 'promoted', 'clockSet', 'faultStruck']);
const usual: ReadonlySet<string> = new Set<TraceKind>([
  'acquired',
  'refused',
  'resumed',
  'started',
  'faultEnded',
  'wrote',
  'rejected',
]);

/**
 * At most ten, in time order. The harm is always among them, unless no event shows it, as when no client gets the lock.
 */
export function ownMoments(run: Run, { speech, language, from, to, narratedAt }: Wanted): readonly MomentText[] {
  const { trace } = run;
  const narration = pendingLines(trace, speech).filter((line) => !isOfLock(trace, line));
  const lines = withHarm(run, narration, speech);
  const weights = weightsOf(run, lines);
  const weightOf = ({ seq }: Moment): number => weights.get(seq) ?? usualWeight(run, seq);
  const chosen = lines
    .filter((line) => line.at >= from && line.at <= to && !narratedAt.has(line.at) && weightOf(line) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a) || a.seq - b.seq)
    .slice(0, momentsMax)
    .sort((a, b) => a.seq - b.seq)
    .map(({ at, seq, phrase }) => ({ at, seq, text: pauseIn(trace, seq, speech) ?? phrase() }));
  return together(chosen, language);
}

/** Joins the lines of one instant into one moment. */
function together(all: readonly MomentText[], language: Language): readonly MomentText[] {
  const gap = language === 'zh' ? '' : ' ';
  return all
    .filter((moment, i) => moment.at !== all[i + 1]?.at)
    .map((last) => ({ ...last, text: all.flatMap(({ at, text }) => (at === last.at ? [text] : [])).join(gap) }));
}

function usualWeight({ trace, scenario }: Run, seq: number): number {
  const kind = kindNames[kindAt(trace, seq)] ?? '';
  // Random losses are too frequent to narrate.
  const isDropped = kind === 'lost' && lossCauses[column.lost.cause(trace, seq)] === 'dropped';
  if (ofFaults.has(kind) || (isDropped && scenario.settings.loss === 0)) return 3;
  return usual.has(kind) ? 1 : 0;
}

/** The events at which the run went wrong and was decided. */
const harmOf = (run: Run): readonly number[] =>
  [firstViolation(run), stopEventOf(run)].flatMap((seq) => (seq === null || seq < 0 ? [] : [seq]));

/** The line that narrates an event; it may stand for several. */
function lineOf(lines: readonly Moment[], trace: Trace, seq: number): Moment | undefined {
  const at = instantAt(trace, seq);
  const kind = kindAt(trace, seq);
  const isOf = (line: Moment): boolean =>
    line.seq <= seq && at - line.at <= lineLength && kindAt(trace, line.seq) === kind;
  return lines.find((line) => line.seq === seq) ?? lines.findLast(isOf);
}

/** Keyed by the number of the line's event. */
function weightsOf(run: Run, lines: readonly Moment[]): ReadonlyMap<number, number> {
  const { chain, facts } = run.verdict;
  const weighed: readonly (readonly [number, readonly number[]])[] = [
    [2, chain.flatMap(({ events }) => events.slice(0, 1))],
    [3, facts.flatMap(({ kind, from, to }) => (kind === 'fault-missed' ? [] : [from, to]))],
    [4, harmOf(run)],
  ];
  const weights = new Map<number, number>();
  for (const [weight, events] of weighed) {
    for (const seq of events) {
      const line = seq < 0 ? undefined : lineOf(lines, run.trace, seq);
      if (line !== undefined) weights.set(line.seq, weight);
    }
  }
  return weights;
}

/** Adds lines for the harm if the narration has none. */
function withHarm(run: Run, lines: readonly Moment[], speech: Speech): readonly Moment[] {
  const { trace } = run;
  const unnarrated = harmOf(run).filter((seq) => seq < trace.count && lineOf(lines, trace, seq) === undefined);
  return [
    ...lines,
    ...unnarrated.map((seq) => ({ at: instantAt(trace, seq), seq, phrase: () => sentence(trace, seq, speech) })),
  ];
}

/** A pause with its length; null if the event is not a pause, or not one of a fault. */
function pauseIn(trace: Trace, seq: number, speech: Speech): string | null {
  if (kindAt(trace, seq) !== kindNumber.paused) return null;
  const injectedSeq = spansOf(trace).faults[column.paused.fault(trace, seq)]?.seq ?? -1;
  return injectedSeq >= 0 && kindAt(trace, injectedSeq) === kindNumber.faultStruck
    ? sentence(trace, injectedSeq, speech)
    : null;
}
