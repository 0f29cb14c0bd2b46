// The exercise that a person has made, as a link and a file, once it is complete and can be solved. Until then, what is
// missing.
import { useEffect, useMemo, useState } from 'react';
import type { MadeExercise } from '../../model/exercise';
import { encodeExercise } from '../../model/link/exerciseLink';
import { parseExercise } from '../../model/parse/parseExercise';
import { patchBetween } from '../../model/patch';
import type { Text } from '../../model/text';
import type { Breach } from '../../run/exercise';
import { registry } from '../../run/onDemand';
import { flawsOf, type Trial } from '../../run/ownExercise';
import { runOnPage } from '../../run/pageRuns';
import { noneSolves } from '../../run/problems';
import { faultText } from '../edit/faultText';
import { downloadText } from '../files/download';
import { Button } from '../parts/Button';
import { judge } from '../state/judge';
import { useScenario } from '../state/scenario';
import { useText, useWords } from '../words/i18n';
import { CopyBox } from './CopyBox';
import { type ExerciseDraft, writtenExercise } from './exerciseDraft';
import { ownWords } from './ownWords';
import { notPlayed } from './problems';
import styles from './Share.module.css';
import { saidBreach } from './saidBreach';
import { type Solutions, useSolutions } from './useSolutions';

interface Drafted {
  readonly written: object;
  readonly exercise: MadeExercise | null;
  readonly problems: readonly Text[];
}

export function ExerciseMade({ draft }: { readonly draft: ExerciseDraft }) {
  const text = useText();
  const words = text(ownWords);
  const page = useWords();
  const { written, exercise, problems } = useDrafted(draft);
  const flaws = useFlaws(exercise);
  const solutions = useSolutions(flaws?.length === 0 ? exercise : null);
  if (draft.title.trim() === '' || draft.task.trim() === '') return <p role="status">{words.missing}</p>;
  const wrong = [
    ...problems,
    ...(flaws ?? []).map((flaw) => saidBreach(flaw, page)),
    ...(isUnsolvable(exercise, solutions) ? [noneSolves] : []),
  ];
  if (wrong.length > 0)
    return (
      <div role="status">
        <p>{words.wrong}</p>
        <ul>
          {wrong.map((problem) => (
            <li key={text(problem)}>{text(problem)}</li>
          ))}
        </ul>
      </div>
    );
  if (exercise === null || flaws === null || isStillLooking(exercise, solutions))
    return <p role="status">{words.looking(solutions?.tried ?? 0, solutions?.all ?? 0)}</p>;
  const [solution] = solutions?.found ?? [];
  const whole = solution === undefined ? written : { ...written, solution: patchBetween(exercise.scenario, solution) };
  return (
    <>
      {solutions !== null && solutions.all > 0 && (
        <p className={styles.small}>{words.found(solutions.found.length, solutions.all)}</p>
      )}
      <Result written={whole} />
    </>
  );
}

function Result({ written }: { readonly written: object }) {
  const words = useText()(ownWords);
  const link = useMemo(() => {
    const { $schema: _, ...short }: { readonly $schema?: unknown } = written;
    return `${siteAddress()}learn/#${encodeExercise(short)}`;
  }, [written]);
  return (
    <>
      <strong>{words.link}</strong>
      <CopyBox label={words.link} text={link} rows={2} />
      <div className={styles.made}>
        <Button onClick={() => downloadText('exercise.json', `${JSON.stringify(written, null, 2)}\n`)}>
          {words.save}
        </Button>
        <a href={link} target="_blank" rel="noopener">
          {words.open}
        </a>
      </div>
      <p className={styles.small}>
        {words.schema} <a href="exercise.schema.json">exercise.schema.json</a>
      </p>
    </>
  );
}

const siteAddress = (): string => new URL('./', location.href).href;

/** Parsed like any exercise from outside. */
function useDrafted(draft: ExerciseDraft): Drafted {
  const page = useWords();
  const committed = useScenario((state) => state.committed);
  return useMemo(() => {
    const attackTitle = (names: readonly string[]): string =>
      names
        .flatMap((name) => {
          const fault = committed.faults[name];
          if (fault === undefined) return [];
          const { title, detail } = faultText(page, fault);
          return [`${title} ${detail}`];
        })
        .join(' + ');
    const schema = `${siteAddress()}exercise.schema.json`;
    const written = writtenExercise(draft, { scenario: committed, schema, attackTitle });
    const parsed = parseExercise(written, registry);
    if (!parsed.ok) return { written, exercise: null, problems: parsed.problems.map(({ message }) => message) };
    return { written, exercise: parsed.exercise, problems: [] };
  }, [draft, committed, page]);
}

/** What playing it has found wrong. An exercise that cannot be solved is not given away. null: not known yet. */
function useFlaws(exercise: MadeExercise | null): readonly Breach[] | null {
  const [known, setKnown] = useState<{ readonly of: MadeExercise | null; readonly flaws: readonly Breach[] } | null>(
    null,
  );
  useEffect(() => {
    if (exercise === null) return;
    const ending = new AbortController();
    const { signal } = ending;
    const trial: Trial = {
      play: runOnPage,
      judge: (judged, scenario) => judge(judged, scenario, { signal }),
    };
    flawsOf(exercise, trial).then(
      (flaws) => signal.aborted || setKnown({ of: exercise, flaws }),
      (error) => signal.aborted || setKnown({ of: exercise, flaws: [notPlayed(reasonOf(error))] }),
    );
    return () => ending.abort();
  }, [exercise]);
  return known?.of === exercise ? known.flaws : null;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A choice has no other solutions than those that were tried. A fix may have some. */
const isUnsolvable = (exercise: MadeExercise | null, solutions: Solutions | null): boolean =>
  exercise?.kind === 'choose' &&
  solutions !== null &&
  solutions.tried === solutions.all &&
  solutions.found.length === 0;

const isStillLooking = ({ kind }: MadeExercise, solutions: Solutions | null): boolean =>
  (kind === 'choose' || kind === 'fix') && (solutions === null || solutions.tried < solutions.all);
