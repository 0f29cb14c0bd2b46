// In words: what is going on between page and server; otherwise what the run on screen is and how precise it is.

import { liveWords } from '../../content/texts/live';
import type { ProcessId } from '../../core/model/scenario/processId';
import { nameOf } from '../../core/model/scenario/processName';
import type { TraceHeader } from '../../core/model/trace/trace';
import { formatLength } from '../../core/model/values/format';
import type { Text } from '../../core/model/values/text';
import type { Micros } from '../../core/model/values/time';
import { besideSimulated } from '../../core/narrate/besideSimulated';
import type { Offer } from '../../live/wire/messages';
import { useEdition } from '../state/edition';
import { isOf, type LiveRun, type Phase, useLive, wasStopped } from '../state/live';
import { useSimulatedBeside } from '../state/simulatedBeside';
import { useSharedWords, useText, useWords } from '../words/i18n';
import styles from './LiveBar.module.css';
import { useLiveReason } from './liveReason';

type LiveWords = (typeof liveWords)['en'];

export function LiveStatus({ live }: { readonly live: LiveRun | null }) {
  const text = useText();
  const words = text(liveWords);
  const phase = useLive((state) => state.phase);
  const offer = useLive((state) => state.offer);
  const hasBuilt = useLive((state) => state.setUpLines.length > 0);
  const isDragged = useEdition((state) => state.draft !== null);
  const reason = useLiveReason();
  const sentence = isDragged
    ? { say: words.preview, tone: 'calm' as const }
    : reason !== null && isIdle(phase)
      ? { say: text(reason), tone: 'warning' as const }
      : sentenceOf(words, text, { phase, offer, hasBuilt, live });
  return (
    <div className={`flex baseline wrap grows gap-5 rows-1 ${styles.status}`}>
      {live !== null && !isDragged && <RunName live={live} />}
      {/* Always present, so that changes in it are read out. */}
      <p className={styles.sentence} role="status" data-tone={sentence?.tone ?? 'calm'} data-phase={phase.kind}>
        {sentence?.say ?? (live === null ? words.ready : '')}
      </p>
      {live?.state === 'growing' && !isDragged && <Elapsed live={live} />}
      {live === null ? (
        <Means offer={offer} live={live} />
      ) : (
        sentence === null && <HowExact offer={offer} live={live} />
      )}
    </div>
  );
}

/** Nothing is under way, and there is nothing more to report of the last run. */
const isIdle = ({ kind }: Phase): boolean => kind === 'closed' || kind === 'ready' || kind === 'failed';

interface Sentence {
  readonly say: string;
  readonly tone: 'calm' | 'busy' | 'warning' | 'broken';
}

interface Situation {
  readonly phase: Phase;
  readonly offer: Offer | null;
  readonly hasBuilt: boolean;
  readonly live: LiveRun | null;
}

function sentenceOf(
  words: LiveWords,
  text: (text: Text) => string,
  { phase, offer, hasBuilt, live }: Situation,
): Sentence | null {
  const missing = offer?.redis.kind === 'missing' ? offer.redis : null;
  switch (phase.kind) {
    case 'closed':
      return null;
    case 'ready': {
      if (missing === null) return null;
      const how = text(missing.how);
      return { say: missing.from === 'existing' ? how : words.missing(how, hasBuilt), tone: 'warning' };
    }
    case 'connecting':
      return { say: words.connecting, tone: 'busy' };
    case 'setting-up':
      return { say: missing?.from === 'existing' ? words.looking : words.building, tone: 'busy' };
    case 'queued':
      return { say: words.queued(phase.place), tone: 'busy' };
    case 'preparing':
      return { say: phase.what === null ? words.preparing : text(phase.what), tone: 'busy' };
    case 'running':
      return { say: live?.state === 'growing' ? words.running : words.runningEarlier, tone: 'busy' };
    case 'failed':
      return { say: failedWords(words, text, phase), tone: 'broken' };
    case 'refused':
      return { say: words.refused, tone: 'warning' };
    case 'lost':
      return { say: words.lost, tone: 'warning' };
    default:
      return phase satisfies never;
  }
}

/** Why it failed, and what to do. */
function failedWords(
  words: LiveWords,
  text: (text: Text) => string,
  { problem, advice, hadBegun = false }: Extract<Phase, { readonly kind: 'failed' }>,
): string {
  const reason = hadBegun ? words.failedInside(text(problem)) : words.failed(text(problem));
  return advice === undefined ? reason : `${reason} ${text(advice)}`;
}

/** `On real Redis 7.0.15: ended as simulated.`, and what has to be known of the run besides. */
function RunName({ live }: { readonly live: LiveRun }) {
  const words = useText()(liveWords);
  const isFresh = useEdition(({ committed }) => isOf(live, committed));
  const { header } = live.run.trace;
  const { speech } = useSharedWords();
  const simulated = useSimulatedBeside(live);
  const ended = simulated === null ? null : besideSimulated(live.run, simulated, speech, words.ended);
  const tags = [
    ...(live.file === null ? [] : [words.file(live.file)]),
    ...(header.ended === 'failed' ? [words.brokeDown] : []),
    ...(live.state === 'cut-off' ? [words.cutOff] : wasStopped(live) ? [words.stopped] : []),
  ];
  return (
    <p className={styles.run} data-stale={!isFresh}>
      <strong className={styles.name}>
        {header.origin === 'live' ? words.onReal(header.engine, ended) : words.simulated}
      </strong>
      {tags.map((tag) => (
        <span key={tag} className="quiet">
          {' '}
          · {tag}
        </span>
      ))}
      {!isFresh && (
        <>
          {' '}
          <em className={`normal nowrap warned blunt pad-y-1 pad-x-4 ${styles.stale}`}>{words.stale}</em>
        </>
      )}
    </p>
  );
}

/** How far its times can be trusted, and how it was made. */
function HowExact({ live, offer }: { readonly live: LiveRun; readonly offer: Offer | null }) {
  const words = useText()(liveWords);
  const { live: shared, speech } = useSharedWords();
  const simulated = useSimulatedBeside(live);
  const { header } = live.run.trace;
  if (header.origin !== 'live') return <Means offer={offer} live={live} />;
  const parts = [
    ...(simulated === null ? [] : [besideSimulated(live.run, simulated, speech, shared)]),
    ...(lateAtMost(header) >= lateShownMin ? [words.late(formatLength(lateAtMost(header)))] : []),
  ];
  return (
    <details className={`quiet ${styles.how}`}>
      <summary>{words.how}</summary>
      <p>
        <span className="digits" data-tip={words.uncertaintyHelp}>
          {words.uncertainty(formatLength(uncertaintyOf(header)))}
        </span>
        {parts.map((part) => ` · ${part}`)}
      </p>
      <Means offer={offer} live={live} />
    </details>
  );
}

/** A run can absorb a shorter delay, so it is not shown, in µs. */
const lateShownMin: Micros = 15_000;

/** The longest stretch in which a process was late. */
const lateAtMost = ({ late = [] }: TraceHeader): Micros => Math.max(0, ...late.map(([from, to]) => to - from));

/** The greatest possible error between the times of two processes. */
const uncertaintyOf = ({ processes }: TraceHeader): Micros =>
  Math.max(...processes.map(({ uncertainty }) => uncertainty));

/** How long it has been running. A screen reader does not read every tenth of a second. */
function Elapsed({ live }: { readonly live: LiveRun }) {
  return <span className="quiet digits">{formatLength(Math.round(live.run.trace.header.endedAt / 1e5) * 1e5)}</span>;
}

/**
 * How the run was made: what stood in for the real service, the database, how clocks are moved. One line; a tip has
 * the rest.
 */
function Means({ offer, live }: { readonly offer: Offer | null; readonly live: LiveRun | null }) {
  const words = useText()(liveWords);
  const pageWords = useWords();
  const name = (process: ProcessId): string => nameOf(process, pageWords.process);
  const emulated = live?.run.trace.header.emulated ?? [];
  // A run names its own Redis. A run from a file used a different one.
  const here = offer?.redis.kind === 'ready' && (live === null || live.file === null) ? offer : null;
  const parts = [
    ...(emulated.length > 0
      ? [words.emulated(emulated.map((one) => words.standIn(one, name)).join(pageWords.fault.comma))]
      : []),
    ...(here?.redis.kind === 'ready' && live === null ? [words.redis(here.redis.version)] : []),
    ...(here === null ? [] : [here.database]),
    ...(here?.redis.kind === 'ready' && here.redis.from === 'existing' ? [words.existing] : []),
    ...(here === null ? [] : [words.clock[here.clock]]),
  ];
  if (parts.length === 0) return null;
  const line = parts.join(' · ');
  return (
    <p
      className={`quiet clipped nowrap dots within ${styles.means}`}
      data-tip={here === null ? line : `${line}\n${words.clockHelp[here.clock]}`}
    >
      {line}
    </p>
  );
}
