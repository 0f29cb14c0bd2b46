/** Exercises that somebody has made, opened from a link or a file. They stay as long as the page does; their links stay with people. */
import { create } from 'zustand';
import type { Exercise } from '../../model/exercise';
import { decodeExercise, encodeExerciseText, isExerciseLink } from '../../model/link/exerciseLink';
import { type ParsedExercise, parseExerciseText } from '../../model/parse/parseExercise';
import { at } from '../../model/parse/problems';
import { registry } from '../../run/onDemand';
import { predictFlaws } from '../../run/ownExercise';
import { playsWith } from '../../run/runScenario';
import { openExercise, useExercises } from './exerciseState';
import { parseProgress, useProgress } from './progress';

interface OwnState {
  /** What stands behind `#` for each, by its id. */
  readonly links: Readonly<Record<string, string>>;
}

export const useOwn = create<OwnState>()(() => ({ links: {} }));

/** Opens what the address holds; false where it holds no exercise, or one that cannot be opened. */
export function openFromAddress(): boolean {
  const { hash } = location;
  return isExerciseLink(hash) && take(decodeExercise(hash, registry), hash.slice(1));
}

/** A file, or what was pasted: the exercise itself, or its link. Progress is taken in where it is dropped as well. */
export function openFromText(text: string): void {
  const hash = text.trim().slice(text.trim().indexOf('#') + 1);
  if (isExerciseLink(hash)) {
    if (take(decodeExercise(hash, registry), hash)) showAddress();
    return;
  }
  const progress = parseProgress(text);
  if (progress.ok) {
    useProgress.getState().replace(progress.solved);
    useExercises.setState({ problems: [] });
    return;
  }
  const parsed = parseExerciseText(text, registry);
  if (take(parsed, parsed.ok ? encodeExerciseText(text) : '')) showAddress();
}

export function openOwn(exercise: Exercise): void {
  openExercise(exercise);
  showAddress();
}

/** The link stands in the address, as that of a built-in exercise does. */
function showAddress(): void {
  const { openId } = useExercises.getState();
  const query = new URLSearchParams(location.search);
  query.delete('do');
  const search = query.size === 0 ? location.pathname : `?${query}`;
  history.replaceState(history.state, '', `${search}#${useOwn.getState().links[openId ?? ''] ?? ''}`);
}

function take(parsed: ParsedExercise, link: string): boolean {
  if (!parsed.ok) {
    useExercises.setState({ problems: parsed.problems.map(({ message }) => message) });
    return false;
  }
  const { exercise } = parsed;
  // What is right of a prediction only the run can say, so the parser cannot. Other kinds show whether goals are met.
  const flaws = exercise.kind === 'predict' ? predictFlaws(exercise, playsWith(registry)) : [];
  if (flaws.length > 0) {
    useExercises.setState({ problems: flaws.map((flaw) => at('options', flaw)) });
    return false;
  }
  useOwn.setState(({ links }) => ({ links: { ...links, [exercise.id]: link } }));
  useExercises.setState(({ own }) => ({ own: [...own.filter(({ id }) => id !== exercise.id), exercise] }));
  openExercise(exercise);
  return true;
}
