// The run of the reader's lock as a scene, its faults, and the messages of the code.
import { type ComponentProps, useEffect } from 'react';
import { formatAt } from '../../core/model/values/format';
import { visibleToAll } from '../../core/model/values/visible';
import { brokenLockOf } from '../../sandbox/own/broken/broken';
import { ProblemBoundary } from '../app/ProblemBoundary';
import { connectAgain } from '../live/actions';
import { later } from '../parts/later';
import { Segmented } from '../parts/Segmented';
import { Scene } from '../scene/Scene';
import { useCursor } from '../state/cursor';
import { useLive } from '../state/live';
import { useShownLive } from '../state/shownLive';
import { type FindAnswers, useAnswersHere } from '../state/tooLate';
import { useSharedWords, useText } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import { playBreak } from './brokenRuns';
import type { FileOnRedis as Shown } from './FileOnRedis';
import { Guards } from './Guards';
import { useOwnCode } from './ownCode';
import { chooseFaults, useOwnRuns } from './ownRuns';
import type { Faults } from './ownScenario';
import { useOwnWords } from './ownWords';
import styles from './Run.module.css';
import type { Following } from './useOwnRun';

interface RunPartProps {
  readonly following: Following;
  /** As for a scene. */
  readonly late?: FindAnswers | null;
}

export function RunPart({ following, late = null }: RunPartProps) {
  const words = useOwnWords();
  const isThere = useOwnRuns((state) => state.shown !== null);
  const cannotRun = useOwnRuns((state) => state.problem !== null) || following.lost !== null;
  const isWaiting = useOwnCode((state) => state.isWaiting);
  return (
    <>
      <div className={`row wrap gap-5 rows-3 ${styles.head}`}>
        <FaultChoice />
        <GuardChoice />
        <span role="status" className="quiet">
          {isThere && (following.isGoing ? words.running : cannotRun && words.wrong)}
        </span>
      </div>
      {isThere && <FileHere />}
      {isThere ? (
        <ProblemBoundary>
          <div className={styles.scene} data-stale={cannotRun}>
            <Scene size="part" late={late} below={late === null ? nothing : lateText} />
          </div>
        </ProblemBoundary>
      ) : (
        <p className={styles.first}>{isWaiting ? words.sent.waits : following.isGoing && words.first}</p>
      )}
      <Said />
    </>
  );
}

const nothing = (): null => null;

const lateText = () => <LateText />;

/** A change of a run belongs to its faults and its check, which are chosen above. */
function LateText() {
  const answers = useAnswersHere();
  return (
    <div className="stack gap-3 pretty loose" aria-live="polite">
      {answers?.lines.map((line) => (
        <p key={line}>{unbroken(line)}</p>
      ))}
    </div>
  );
}

const FileOnRedis = later<ComponentProps<typeof Shown>>(async () => (await import('./FileOnRedis')).FileOnRedis);

/** Only a server that was started with a file offers one. */
function FileHere() {
  const hasServer = useLive((state) => state.hasServer === true);
  const lock = useLive(({ offer }) => offer?.lock);
  useEffect(() => {
    if (hasServer) connectAgain();
  }, [hasServer]);
  return lock === undefined ? null : <FileOnRedis lock={lock} />;
}

function GuardChoice() {
  const words = useOwnWords();
  return (
    <div className="chip wrap gap-4 rows-3">
      <span aria-hidden>{words.guard}</span>
      <Guards />
    </div>
  );
}

function FaultChoice() {
  const words = useOwnWords();
  const faults = useOwnRuns((state) => state.faults);
  const text = useText();
  const broken = brokenLockOf(useOwnCode((state) => state.lock));
  const { faultless, pause, found, sent } = words.faultsOf;
  const isFound = faults.kind === 'found' && faults.brokenLock === undefined;
  return (
    <div className="chip wrap gap-4 rows-3">
      <span aria-hidden>{words.faults}</span>
      <Segmented<Faults['kind']>
        label={words.faults}
        value={faults.kind}
        options={[
          { id: 'calm', label: faultless },
          { id: 'pause', label: pause },
          ...(isFound
            ? [{ id: 'found' as const, label: faults.title === '' ? sent : found, title: faults.title }]
            : []),
          ...(broken && !isFound
            ? [{ id: 'found' as const, label: words.broken.itsBreak, title: text(broken.title) }]
            : []),
        ]}
        onChange={(kind) => {
          if (kind !== 'found') chooseFaults({ kind });
          else if (broken) playBreak(broken, text(broken.title));
        }}
      />
    </div>
  );
}

/** The messages up to the playhead. */
function Said() {
  const words = useOwnWords();
  const { onTimeline } = useSharedWords();
  const ownRun = useOwnRuns((state) => state.ownRun);
  const messages = (ownRun?.logLines ?? []).map((one) => ({ ...one, at: ownRun?.trace.at[one.seq] ?? 0 }));
  const isLive = useShownLive() !== null;
  const count = useCursor(({ at }) => messages.filter((one) => one.at <= at).length);
  // Their line numbers refer to the code in the editor.
  if (messages.length === 0 || isLive) return null;
  return (
    <section className={styles.said} aria-label={words.said}>
      <h2 className="below-3 normal">{words.said}</h2>
      <ol className={`grid gap-1 code ${styles.lines}`}>
        {messages.map(({ seq, client, text, at }, index) => (
          <li className="breaks" key={seq} data-later={index >= count}>
            <span>{formatAt(at)}</span> <span>{onTimeline.process(client)}</span> {visibleToAll(text)}
          </li>
        ))}
      </ol>
      {ownRun !== null && ownRun.droppedLineCount > 0 && (
        <p className="above">{words.unread(ownRun.droppedLineCount)}</p>
      )}
    </section>
  );
}
