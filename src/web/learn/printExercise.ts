/**
 * Exercises on paper: the task, the faults, what may be changed, the run as a picture unless it is to be predicted,
 * and space to write. Either the open exercise, or all of them with the answers apart.
 */

import { learn } from '../../content/address/learn';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import type { Exercise } from '../../core/model/exercise';
import { withColon } from '../../core/model/joinedTexts';
import type { Run } from '../../core/model/run';
import { svgPicture } from '../../picture/svg/svgPicture';
import { faultLine } from '../edit/faultText';
import { onPaper, startPrinting } from '../print/printRun';
import { useCursor, type View } from '../state/cursor';
import { usePreferences } from '../state/preferences';
import { currentRun, runs } from '../state/run';
import { sharedWords } from '../words/i18n';
import { useExercises } from './exerciseState';
import type { Saying } from './kinds/sheet';
import { sheetFor } from './kinds/sheets';
import styles from './PrintExercise.module.css';
import { element, framed, pictureWidth } from './paper';
import { learnWords } from './words';
import { workshop } from './workshop';

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

function sayingNow(): Saying {
  const { language } = usePreferences.getState();
  return { words: learnWords[language], shared: sharedWords(), text: (both) => both[language] };
}

/** The exercise on screen, with its present run. Before a prediction is made, the run must not be on paper either. */
function openSheet(exercise: Exercise): HTMLElement {
  const { stage } = useExercises.getState();
  const { view, evenSteps } = useCursor.getState();
  const shown = sheetFor(exercise).isCovered && stage === 'asked' ? null : { run: currentRun(), view, evenSteps };
  return sheetOf(exercise, shown);
}

/** Each exercise on its own page as it begins, and then the answers. */
function everySheet(): HTMLElement {
  const all = document.createElement('section');
  const { all: exercises } = useExercises.getState();
  for (const exercise of exercises) {
    const { isCovered } = sheetFor(exercise);
    all.append(
      sheetOf(exercise, isCovered ? null : { run: runs.aside(exercise.scenario), view: null, evenSteps: false }),
    );
  }
  all.append(answersOf(exercises));
  return all;
}

function answersOf(exercises: readonly Exercise[]): HTMLElement {
  const saying = sayingNow();
  const { words, text } = saying;
  const sheet = section('sheet');
  sheet.append(element('h1', words.answersApart));
  for (const exercise of exercises) {
    const { isCode, solution } = sheetFor(exercise);
    const one = section('one');
    one.append(
      element('h2', text(exercise.title)),
      element(isCode ? 'pre' : 'p', solution(exercise, saying).join(words.plan.and)),
      element('p', text(exercise.after)),
    );
    sheet.append(one);
  }
  return sheet;
}

interface Shown {
  readonly run: Run;
  /** Null: the whole run. */
  readonly view: View | null;
  readonly evenSteps: boolean;
}

/** @param shown null: the run is not on paper */
function sheetOf(exercise: Exercise, shown: Shown | null): HTMLElement {
  const saying = sayingNow();
  const { words, text } = saying;
  const { instead, lists, height = 0 } = sheetFor(exercise);
  const sheet = section('sheet');
  sheet.append(
    element('p', words.kind[exercise.kind]),
    element('h1', text(exercise.title)),
    element('p', text(exercise.task)),
  );
  if (instead !== undefined) sheet.append(instead(exercise));
  else {
    sheet.append(element('p', withColon(words.given, givenText(exercise, saying))));
    if (shown !== null) sheet.append(framed(picture(shown, height)));
  }
  for (const { title, items } of lists(exercise, saying)) sheet.append(element('h2', title), boxes(items));
  const room = section('room');
  if (instead === undefined) room.append(element('p', words.expect), element('p', words.because));
  sheet.append(room, element('footer', addressOf(exercise)));
  return sheet;
}

/** Where to do the exercise on screen. The address of a person's own exercise is too long to type. */
function addressOf({ id }: Exercise): string {
  const isOwn = useExercises.getState().own.some((one) => one.id === id);
  return write(
    { run: isOwn ? { kind: 'none' } : { kind: 'exercise', id, link: null } },
    location.host + location.pathname,
  );
}

/** The faults that are already in the run. */
function givenText({ scenario }: Exercise, { words, shared }: Saying): string {
  const faults = Object.values(scenario.faults).map((fault) => faultLine(shared, fault));
  return faults.length === 0 ? words.nothingGiven : faults.join(' · ');
}

const picture = ({ run, view, evenSteps }: Shown, height: number): string =>
  svgPicture({ ...onPaper(), run, ...(view && { view }), evenSteps, width: pictureWidth, height });

function boxes(items: readonly string[]): HTMLElement {
  const list = document.createElement('ul');
  list.append(...items.map((item) => element('li', item)));
  return list;
}

function section(name: string): HTMLElement {
  const made = document.createElement('section');
  made.className = styles[name] ?? '';
  return made;
}
