// The exercise that a person has made: what the check found, a trial as learners will see it, and then its link and
// its file.
import { useMemo, useState } from 'react';
import { ownWords } from '../../content/texts/ownExercise';
import type { MadeExercise } from '../../core/model/scenario/exercise';
import type { Text } from '../../core/model/values/text';
import { runnerWith } from '../../core/run/runScenario';
import { breachesOf, type Trial } from '../../course/judging/ownExercise';
import { isAttemptable } from '../../course/kinds';
import { encodeExercise } from '../../course/kinds/exerciseLink';
import { parseExercise } from '../../course/kinds/parseExercise';
import { faultLine } from '../edit/faultText';
import { downloadText } from '../files/download';
import { usePublicSite } from '../files/publicSite';
import { Button } from '../parts/Button';
import { CopyBox } from '../share/CopyBox';
import { PublicSite } from '../share/PublicSite';
import styles from '../share/Share.module.css';
import { saidBreach } from '../share/saidBreach';
import { useEdition } from '../state/edition';
import { judge } from '../state/judge';
import { currentParts } from '../state/parts';
import { useJob } from '../state/useJob';
import { useText, useWords } from '../words/i18n';
import type { ExerciseDraft } from './draft';
import { makingOf } from './kinds';
import type { Checked, Checking, Solvable } from './kinds/kind';
import own from './Make.module.css';
import { notPlayed } from './problems';
import { useWritten, writtenExercise } from './useWritten';

interface Drafted {
  readonly written: object;
  readonly exercise: MadeExercise | null;
  readonly problems: readonly Text[];
}

export function Made({ draft }: { readonly draft: ExerciseDraft }) {
  const text = useText();
  const words = text(ownWords);
  const page = useWords();
  const { written, exercise, problems } = useDrafted(draft);
  const checked = useChecked(exercise);
  if (checked?.kind === 'checking') return <p role="status">{words.looking(checked.tried, checked.all)}</p>;
  if (checked?.kind === 'solvable') return <Given written={{ ...written, ...checked.besides }} checked={checked} />;
  const wrong = [...problems, ...(checked?.flaws ?? []).map((flaw) => saidBreach(flaw, page))];
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
}

function Given({ written, checked }: { readonly written: object; readonly checked: Solvable }) {
  const words = useText()(ownWords);
  const [isTried, setTried] = useState(false);
  const hash = useMemo(() => {
    const { $schema: _, ...short }: { readonly $schema?: unknown } = written;
    return `#${encodeExercise(short)}`;
  }, [written]);
  const here = siteAddress();
  const site = usePublicSite(here);
  const link = `${site}learn/${hash}`;
  // Only here: the exercise with another address is still the same, and need not be checked again.
  const file = { ...written, $schema: schemaOn(site) };
  return (
    <>
      <p role="status" className={`rounded pad-y-4 pad-x-5 ${own.checked}`}>
        {useFound(checked)}
      </p>
      <Button look={isTried ? 'outline' : 'ink'} onClick={() => setTried(!isTried)} aria-expanded={isTried}>
        {isTried ? words.tried : words.open}
      </Button>
      {/* Replaced at each change: a frame would keep the exercise from before. */}
      {isTried && (
        <iframe key={hash} className={own.preview} title={words.asLearners} src={`${here}learn/?embed${hash}`} />
      )}
      <strong>{words.link}</strong>
      <PublicSite here={here} />
      <CopyBox label={words.link} text={link} rows={2} />
      <div className={styles.made}>
        <Button onClick={() => downloadText('exercise.json', `${JSON.stringify(file, null, 2)}\n`)}>
          {words.save}
        </Button>
        <span className="quiet normal">
          {words.schema} <a href="exercise.schema.json">exercise.schema.json</a>
        </span>
      </div>
    </>
  );
}

/** What the check found, in a sentence. */
function useFound({ besides, smallest, attempts }: Solvable): string {
  const words = useText()(ownWords);
  const page = useWords();
  const [least] = smallest?.breaks ?? [];
  if (smallest !== undefined && least !== undefined) {
    const faults = least.map((fault) => faultLine(page, fault));
    return words.breaks(faults.join(' + '), smallest.runs);
  }
  if (attempts === undefined) return words.predicts;
  const { solved, all, isAttacked } = attempts;
  const holds = isAttacked ? words.holdsEverywhere : words.holds;
  return `${words.found(solved, all)} ${besides.seeds === undefined ? words.holdsNot : holds(besides.seeds)}`;
}

const siteAddress = (): string => new URL('./', location.href).href;

const schemaOn = (site: string): string => `${site}exercise.schema.json`;

/** Parsed like any exercise from outside. */
function useDrafted(draft: ExerciseDraft): Drafted {
  const scenario = useEdition((state) => state.committed);
  const source = useWritten(scenario);
  return useMemo(() => {
    const written = writtenExercise(draft, { scenario, schema: schemaOn(siteAddress()), ...source });
    const parsed = parseExercise(written, currentParts());
    if (!parsed.ok) return { written, exercise: null, problems: parsed.problems.map(({ message }) => message) };
    return { written, exercise: parsed.exercise, problems: [] };
  }, [draft, scenario, source]);
}

/** Null: there is nothing to check. */
function useChecked(exercise: MadeExercise | null): Checked | null {
  const { progress, value, error } = useJob<Checked | null, Checked>(
    exercise === null ? null : [exercise],
    async (signal, report) => exercise && checkedOf(exercise, signal, report),
    // During typing there is nothing to check yet.
    { afterMs: quietMs },
  );
  if (exercise === null) return null;
  if (error !== null) return { kind: 'refused', flaws: [notPlayed(error.message)] };
  return value ?? progress ?? { kind: 'checking', tried: 0, all: 0 };
}

const quietMs = 250;

async function checkedOf(exercise: MadeExercise, signal: AbortSignal, report: Checking['report']): Promise<Checked> {
  const trial: Trial = {
    play: runnerWith(currentParts()),
    judge: (judged, scenario) => judge(judged, scenario, { signal }),
  };
  // Its solution is searched for below.
  const flaws = await breachesOf(isAttemptable(exercise) ? { ...exercise, solution: {} } : exercise, trial);
  return flaws.length > 0 ? { kind: 'refused', flaws } : makingOf(exercise.kind).check(exercise, { signal, report });
}
