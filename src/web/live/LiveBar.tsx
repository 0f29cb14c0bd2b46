// The bar above the timeline while the page shows real Redis: what is under way, what the run on screen is, and what
// can be done with it.

import { Columns2, Download, FolderOpen, Layers2, Play, RotateCw, Square } from 'lucide-react';
import { liveWords } from '../../content/texts/live';
import { withColon } from '../../core/model/values/joinedTexts';
import { encodeTrace } from '../../live/wire/traceJson';
import { downloadText } from '../files/download';
import { chooseRunFile } from '../files/runFile';
import { Button } from '../parts/Button';
import { keyCap } from '../parts/keyCap';
import { IconButton } from '../parts/Tip';
import { compareWith, stopComparing, useCompare } from '../state/compare';
import { useEdition } from '../state/edition';
import { isOf, type LiveRun, useLive } from '../state/live';
import { usePreferences } from '../state/preferences';
import { useLiveBeforeDrag } from '../state/shownLive';
import { useText, useWords } from '../words/i18n';
import { connectAgain, runOnRedis, setGhost, setUpRedis, stopOnRedis } from './actions';
import styles from './LiveBar.module.css';
import { LiveStatus } from './LiveStatus';
import { useLiveReason } from './liveReason';

/** Saves a run as a file. */
const saveRun = ({ run, storyId }: LiveRun): void =>
  downloadText(
    `${['redlock-playground', storyId ?? run.scenario.lock.id, run.trace.header.origin].join('-')}.json`,
    encodeTrace(run.trace),
  );

export function LiveBar() {
  const words = useText()(liveWords);
  const live = useLiveBeforeDrag();
  return (
    <section className={`row wrap between firm line-below on-panel ${styles.bar}`} aria-label={words.label}>
      <LiveStatus live={live} />
      <div className={`row firm gap-1 ${styles.actions}`}>
        <RunButton live={live} label={words.run} hasKey />
        <Looks live={live} />
        <Files live={live} />
      </div>
      <SetUpLines />
      <LastWords />
    </section>
  );
}

interface RunButtonProps {
  readonly live: LiveRun | null;
  /** The label before the first run. */
  readonly label: string;
  readonly hasKey?: boolean;
}

/**
 * One button, always for the next thing to do. Each state has an element of its own, by its key, so that a press
 * during the change of state triggers neither.
 */
export function RunButton({ live, label, hasKey = false }: RunButtonProps) {
  const words = useText()(liveWords);
  const shortcuts = usePreferences((state) => state.shortcuts) && hasKey;
  const hasServer = useLive((state) => state.hasServer === true);
  const isOut = useLiveReason() !== null;
  const kind = useLive((state) => state.phase.kind);
  const missing = useLive(({ offer }) => (offer?.redis.kind === 'missing' ? offer.redis : null));
  const isFresh = useEdition(({ committed }) => live !== null && isOf(live, committed));
  if (!hasServer || kind === 'setting-up') return null;
  if (kind === 'lost' || kind === 'refused') {
    return (
      <Button key="connect" onClick={connectAgain}>
        {words.connect}
      </Button>
    );
  }
  if (missing !== null) {
    return (
      <Button key="set-up" look="ink" onClick={setUpRedis}>
        {missing.from === 'existing' ? words.lookAgain : words.build}
      </Button>
    );
  }
  if (kind === 'queued' || kind === 'preparing' || kind === 'running') {
    return (
      <Button key="stop" onClick={stopOnRedis}>
        <Square size={12} fill="currentColor" aria-hidden />
        {words.stop}
      </Button>
    );
  }
  // The line beside it says why.
  if (isOut) return null;
  const hint = shortcuts ? `Shift ${keyCap('KeyR')}` : undefined;
  return (
    <Button
      key="run"
      look={isFresh ? 'outline' : 'ink'}
      disabled={kind === 'connecting'}
      data-tip={hint}
      aria-keyshortcuts={shortcuts ? 'Shift+R' : undefined}
      onClick={runOnRedis}
    >
      {live === null ? <Play size={13} fill="currentColor" aria-hidden /> : <RotateCw size={14} aria-hidden />}
      {live === null ? label : words.runAgain}
    </Button>
  );
}

/** Where the simulated run of the same scenario is drawn: above it on the same axis, or faintly behind it. */
function Looks({ live }: { readonly live: LiveRun | null }) {
  const words = useText()(liveWords);
  const isComparing = useCompare((state) => state.with !== 'nothing');
  const asksGhost = useLive((state) => state.asksGhost);
  if (live === null) return null;
  return (
    <>
      <IconButton
        look="plain"
        label={words.compare}
        className="inks"
        aria-pressed={isComparing}
        onClick={isComparing ? stopComparing : () => compareWith('simulated')}
      >
        <Columns2 size={16} className={styles.rows} aria-hidden />
      </IconButton>
      <IconButton
        look="plain"
        label={words.ghost}
        className="inks"
        aria-pressed={asksGhost}
        onClick={() => setGhost(!asksGhost)}
      >
        <Layers2 size={16} aria-hidden />
      </IconButton>
    </>
  );
}

function Files({ live }: { readonly live: LiveRun | null }) {
  const words = useText()(liveWords);
  return (
    <>
      {live !== null && live.state !== 'growing' && (
        <IconButton look="plain" label={words.save} onClick={() => saveRun(live)}>
          <Download size={16} aria-hidden />
        </IconButton>
      )}
      <IconButton look="plain" label={words.open} onClick={chooseRunFile}>
        <FolderOpen size={16} aria-hidden />
      </IconButton>
    </>
  );
}

/** The last output of the process that ended in the middle of a run. */
export function LastWords() {
  const words = useText()(liveWords);
  const lines = useLive(({ phase }) => (phase.kind === 'failed' ? phase.lastWords : undefined));
  if (lines === undefined) return null;
  return (
    <details className={styles.lines} open>
      <summary className="clipped dots nowrap">{words.lastWords}</summary>
      <AllLines lines={lines} />
    </details>
  );
}

function AllLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <pre className={`breaks scroll keeps-lines code ${styles.all}`} tabIndex={0}>
      {lines.join('\n')}
    </pre>
  );
}

/** What the package prints while it builds Redis: the last line, and all lines on request. */
export function SetUpLines() {
  const words = useText()(liveWords);
  const general = useWords();
  const lines = useLive((state) => state.setUpLines);
  const isBuilding = useLive((state) => state.phase.kind === 'setting-up');
  const isMissing = useLive(({ offer }) => offer?.redis.kind !== 'ready');
  const last = lines.at(-1);
  if (last === undefined || !(isBuilding || isMissing)) return null;
  return (
    <details className={styles.lines} aria-label={general.live.real}>
      <summary className="clipped dots nowrap">
        {withColon(words.lines, '')}
        <code className="code">{last}</code>
      </summary>
      <AllLines lines={lines} />
    </details>
  );
}
