/**
 * Exercises on paper: the task, the faults, what may be changed, the run as a picture unless it is to be predicted,
 * and space to write. Either the open exercise, or all of them with the answers apart.
 */

import { learn } from '../../content/address/learn';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import type { Exercise } from '../../core/model/scenario/exercise';
import { withColon } from '../../core/model/values/joinedTexts';
import type { Both } from '../../core/model/values/text';
import { type SvgOptions, svgPicture } from '../../picture/svg/svgPicture';
import { faultLine } from '../edit/faultText';
import { ownWords } from '../own/ownWords';
import { element, framed } from '../print/element';
import { onPaper, startPrinting } from '../print/printRun';
import { useCursor } from '../state/cursor';
import { usePreferences } from '../state/preferences';
import { currentRun, runs } from '../state/run';
import { sharedWords } from '../words/i18n';
import { courseOf } from './course';
import { askedRun, useExercises } from './exerciseState';
import { viewOf } from './kinds';
import styles from './PrintExercise.module.css';
import { kindName, learnWords } from './words';
import { workshop } from './workshop';

/** In CSS pixels: about the width of a sheet in portrait. */
const pictureWidth = 760;

/** Whether the sheets of all exercises are printed, with the answers apart; otherwise the open exercise, if any. */
let isEvery = false;

export const startPrintingExercise = (): void =>
  startPrinting(() => {
    if (isEvery) return everySheet();
    const exercise = workshop.openNow();
    return exercise === null || read(location.href, learn).own.guide ? null : openSheet(exercise);
  });

/** Prints the sheets of all exercises once. */
export function printEverySheet(): void {
  isEvery = true;
  try {
    window.print();
  } finally {
    isEvery = false;
  }
}

function wordsNow() {
  const { language } = usePreferences.getState();
  const text = <T>(both: Both<T>): T => both[language];
  return { words: learnWords[language], shared: sharedWords(), text, attacks: text(ownWords).attacks.names };
}

/** The exercise on screen, with its present run. Before a prediction is made, the run must not be on paper either. */
function openSheet(exercise: Exercise): HTMLElement {
  const isCovered = courseOf(exercise).isHidden && useExercises.getState().stage === 'asked';
  const { view, evenSpacing } = useCursor.getState();
  return sheetOf(exercise, isCovered ? null : { run: currentRun(), ...(view && { view }), evenSpacing });
}

/** Each exercise on its own page as it begins, and then the answers. */
function everySheet(): HTMLElement {
  const { all } = useExercises.getState();
  const sheets = all.map((exercise) =>
    sheetOf(exercise, courseOf(exercise).isHidden ? null : { run: runs.getInBackground(exercise.scenario) }),
  );
  return element('section', ...sheets, answersOf(all));
}

function answersOf(exercises: readonly Exercise[]): HTMLElement {
  const now = wordsNow();
  const { words, text } = now;
  const answers = exercises.map((exercise) => {
    const { isWritten, paper } = viewOf(exercise);
    return section(
      'one',
      element('h2', text(exercise.title)),
      element(isWritten ? 'pre' : 'p', paper.solution(exercise, now).join(words.plan.and)),
      element('p', text(exercise.after)),
    );
  });
  return section('sheet', element('h1', words.answersApart), ...answers);
}

/** @param picture null: the run is not on paper */
function sheetOf(exercise: Exercise, picture: Pick<SvgOptions, 'run' | 'view' | 'evenSpacing'> | null): HTMLElement {
  const now = wordsNow();
  const { words, shared, text } = now;
  const { instead, lists, height = 0 } = viewOf(exercise).paper;
  const how = { ...onPaper(), width: pictureWidth };
  const faults = Object.values(exercise.scenario.faults).map((fault) => faultLine(shared, fault));
  const premise = withColon(words.given, faults.join(' · ') || words.nothingGiven);
  return section(
    'sheet',
    element('p', words.kind[kindName(exercise)]),
    element('h1', text(exercise.title)),
    element('p', text(exercise.task)),
    instead?.(exercise, how) ?? element('p', premise),
    ...(instead || picture === null ? [] : [framed(svgPicture({ ...how, ...picture, height }))]),
    ...lists(exercise, now).flatMap(({ title, items }) => [
      element('h2', title),
      element('ul', ...items.map((item) => element('li', item))),
    ]),
    section('room', ...(instead ? [] : [element('p', words.expect), element('p', words.because)])),
    element('footer', addressOf(exercise)),
  );
}

/** Where to do the exercise on screen. The address of a person's own exercise is too long to type. */
function addressOf({ id }: Exercise): string {
  const run = askedRun(id);
  const isLong = run.kind === 'exercise' && run.id === null;
  return write({ run: isLong ? { kind: 'none' } : run }, location.host + location.pathname);
}

function section(name: string, ...content: readonly Node[]): HTMLElement {
  const block = element('section', ...content);
  block.className = styles[name] ?? '';
  return block;
}
