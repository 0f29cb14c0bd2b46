/** The outcome of each answer, which its chip shows once the run has been seen. */
import { useEffect, useState } from 'react';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Story } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import type { Severity, Tone } from '../../core/model/trace/severity';
import { processId } from '../../core/model/trace/traceReader';
import { spansOf } from '../../core/spans/spans';
import { type Facts, isHarmLeft, isSafe, publishedOutcome } from '../../picture/scene/answers';
import { type Scene, stateAt } from '../../picture/scene/sceneOf';
import { useRun } from '../state/run';
import { useReading } from '../verdict/useReading';

/** What came out of an answer once its run has been seen, by the answer and the faults. */
export type Marks = ReadonlyMap<string, Mark>;

export interface Mark {
  readonly tone: Tone;
  readonly severity: Severity;
  readonly note: Note | null;
}

type Note = 'noHelpByHolder' | 'helpsTheData';

/** The key of a mark. */
export const markOf = (id: string, { faults }: Scenario): string => `${id} ${JSON.stringify(faults)}`;

interface Marking {
  readonly scene: Scene;
  readonly isOver: boolean;
  readonly story: Story | null;
  readonly open: string | null;
}

export function useMarks({ scene, story, isOver, open }: Marking): Marks {
  const run = useRun();
  const { tone } = useReading(run);
  const [marks, setMarks] = useState<Marks>(new Map());
  const { about } = scene;
  useEffect(() => {
    if (!isOver || open === null || story === null) return;
    const version = story.variants.find(({ id }) => id === about) ?? story;
    const note = noteOf(publishedOutcome(version), run);
    setMarks((before) =>
      new Map(before).set(markOf(open, run.scenario), { tone, severity: run.verdict.outcome, note }),
    );
  }, [isOver, open, tone, story, about, run]);
  return marks;
}

/** What a remedy did, if neither its sign nor its harm says it. */
function noteOf(original: Facts, run: Run): Note | null {
  const { trace, verdict } = run;
  if (!isHarmLeft(original, verdict)) return verdict.lock === 'overlap' && isSafe(verdict.data) ? 'helpsTheData' : null;
  const harm = spansOf(trace).resource.find(({ kind, destroyed }) => kind === 'wrote' && destroyed.length > 0);
  const isByHolder = harm !== undefined && stateAt(run, harm.at).holders.includes(processId(trace, harm.client));
  return isByHolder ? 'noHelpByHolder' : null;
}

/** The outcome, whatever faults the run had. */
export const markFor = (marks: Marks, id: string) => [...marks].findLast(([key]) => key.startsWith(`${id} `))?.[1];
