// The run of the reader's lock as a scene, what is wrong with the code, and what the code said.
import { useState } from 'react';
import { formatAt } from '../../model/format';
import { ProblemBoundary } from '../app/ProblemBoundary';
import { TimelineContext } from '../edit/context';
import { newTimeline } from '../edit/geometry';
import { Button } from '../parts/Button';
import { Segmented } from '../parts/Segmented';
import { Scene } from '../scene/Scene';
import { useCursor } from '../state/cursor';
import { useSharedWords } from '../words/i18n';
import { useOwnRuns } from './ownRuns';
import type { Faults } from './ownScenario';
import { useOwnWords } from './ownWords';
import { isWarning, useProblems, useProblemText } from './problems';
import styles from './Run.module.css';
import type { Following } from './useOwnRun';

interface RunPartProps {
  readonly faults: Faults;
  readonly onFaults: (faults: Faults) => void;
  readonly following: Following;
}

export function RunPart({ faults, onFaults, following }: RunPartProps) {
  const words = useOwnWords();
  const [timeline] = useState(newTimeline);
  const isThere = useOwnRuns((state) => state.shown !== null);
  return (
    <TimelineContext value={timeline}>
      <div className={styles.head}>
        <FaultChoice faults={faults} onFaults={onFaults} />
        <span role="status" className={styles.going}>
          {following.isGoing && isThere && words.running}
        </span>
      </div>
      <Problems {...following} />
      {isThere ? (
        <ProblemBoundary>
          <Scene isPart below={nothing} />
        </ProblemBoundary>
      ) : (
        <p className={styles.first}>{following.isGoing && words.first}</p>
      )}
      <Said />
    </TimelineContext>
  );
}

const nothing = (): null => null;

function FaultChoice({ faults, onFaults }: Pick<RunPartProps, 'faults' | 'onFaults'>) {
  const words = useOwnWords();
  const { calm, pause, found } = words.faultsOf;
  return (
    <span className={styles.faults}>
      <span aria-hidden>{words.faults}</span>
      <Segmented<Faults['kind']>
        label={words.faults}
        value={faults.kind}
        options={[
          { id: 'calm', label: calm },
          { id: 'pause', label: pause },
          ...(faults.kind === 'found' ? [{ id: 'found' as const, label: found, title: faults.title }] : []),
        ]}
        onChange={(kind) => {
          if (kind !== 'found') onFaults({ kind });
        }}
      />
    </span>
  );
}

function Problems({ hasFailed, again }: Following) {
  const words = useOwnWords();
  const problems = useProblems();
  const told = useProblemText();
  const isOfNow = useOwnRuns((state) => state.problem !== null);
  const isThere = useOwnRuns((state) => state.shown !== null);
  return (
    <div className={styles.problems} aria-live="polite">
      {hasFailed && (
        <p className={styles.problem}>
          {words.noPlace} <Button onClick={again}>{words.again}</Button>
        </p>
      )}
      {problems.map((problem) => {
        const { message, where, allowed } = told(problem);
        return (
          <p key={`${where} ${message}`} className={styles.problem} data-warning={isWarning(problem)}>
            <b>{message}</b>
            {where !== '' && <span className={styles.where}> {where}</span>}
            <span className={styles.allowed}>
              {allowed} {isOfNow && isThere && words.wrong}
            </span>
          </p>
        );
      })}
    </div>
  );
}

/** What it has said up to the playhead. */
function Said() {
  const words = useOwnWords();
  const { onTimeline } = useSharedWords();
  const made = useOwnRuns((state) => state.made);
  const said = (made?.logged ?? []).map((one) => ({ ...one, at: made?.trace.at[one.seq] ?? 0 }));
  const count = useCursor(({ at }) => said.filter((one) => one.at <= at).length);
  if (said.length === 0) return null;
  return (
    <section className={styles.said} aria-label={words.said}>
      <h2>{words.said}</h2>
      <ol className={styles.lines}>
        {said.map(({ seq, client, text, at }, index) => (
          <li key={seq} data-later={index >= count}>
            <span>{formatAt(at)}</span> <span>{onTimeline.process(client)}</span> {text}
          </li>
        ))}
      </ol>
    </section>
  );
}
