/** An exercise on paper: the task, the run as a picture unless it is to be predicted, and space to write. */

import { type Exercise, type NameExercise, namedSorts } from '../../model/exercise';
import type { Text } from '../../model/text';
import { registry } from '../../run/onDemand';
import { inksOfPaper, pictureForPrint, startPrinting } from '../print/printRun';
import { usePreferences } from '../state/preferences';
import { currentRun } from '../state/run';
import { markName } from '../timeline/legendWords';
import { sharedWords } from '../words/i18n';
import { useExercises, workshop } from './exerciseState';
import { numberedSvg } from './numberedSvg';
import styles from './PrintExercise.module.css';
import { choiceText, lockText } from './solutionText';
import { learnWords } from './words';

/** In CSS pixels: about the width of a sheet in portrait. */
const pictureWidth = 760;
/** Less if there is much to choose from, so that everything fits on one sheet. */
const pictureHeight = ({ kind }: Exercise): number => (kind === 'choose' ? 320 : 460);

export const startPrintingExercise = (): void => startPrinting(exerciseSheet);

function exerciseSheet(): HTMLElement | null {
  const exercise = workshop.openNow();
  if (exercise === undefined) return null;
  const { language } = usePreferences.getState();
  const words = learnWords[language];
  const text = (both: Text): string => both[language];
  const sheet = document.createElement('section');
  sheet.className = styles['sheet'] ?? '';
  sheet.append(
    element('p', words.kind[exercise.kind]),
    element('h1', text(exercise.title)),
    element('p', text(exercise.task)),
  );
  // Before a person has predicted the outcome, it must not be on paper either.
  if (exercise.kind === 'name') sheet.append(framed(numbered(exercise)));
  else if (exercise.kind !== 'predict' || useExercises.getState().stage !== 'asked')
    sheet.append(picture(text(exercise.title), pictureHeight(exercise)));
  for (const { title, items } of listsOf(exercise, words, text)) sheet.append(element('h2', title), boxes(items));
  const room = document.createElement('div');
  room.className = styles['room'] ?? '';
  sheet.append(room);
  return sheet;
}

interface List {
  readonly title: string;
  readonly items: readonly string[];
}

function listsOf(exercise: Exercise, words: (typeof learnWords)['en'], text: (both: Text) => string): readonly List[] {
  if (exercise.kind === 'predict')
    return [{ title: words.answers, items: exercise.options.map((option) => text(option.text)) }];
  if (exercise.kind === 'name')
    return [{ title: words.names, items: namedSorts.map((sort) => `${text(markName(sort))}: ____`) }];
  const goals = { title: words.goals, items: exercise.aims.map((aim) => text(aim.text)) };
  if (exercise.kind === 'break') {
    const { faults, lengthMax } = exercise.budget;
    const bounds = [words.budgetFaults(faults), ...(lengthMax === undefined ? [] : [words.budgetLength(lengthMax)])];
    return [{ title: `${words.budget}: ${bounds.join(' · ')}`, items: [] }, goals];
  }
  if (exercise.kind === 'fix') return [goals];
  const { locks, storages } = exercise;
  return [
    goals,
    { title: words.chooseLock, items: locks.map((lock) => lockText(lock, text)) },
    {
      title: words.chooseCheck,
      items: storages.map((storage) => choiceText(registry.resources.get(storage.id), storage, text)),
    },
  ];
}

function picture(title: string, height: number): HTMLElement {
  return framed(pictureForPrint({ width: pictureWidth, height, caption: { title, text: '', link: location.href } }));
}

/** The numbers are printed with the picture, since nobody can press them on paper. */
function numbered({ marks }: NameExercise): string {
  const { onTimeline: words } = sharedWords();
  const sheet = { width: pictureWidth, height: 460, words, inks: inksOfPaper(), hasNumbers: true };
  return numberedSvg({ run: currentRun(), marks, ...sheet }).svg;
}

function framed(svg: string): HTMLElement {
  const frame = document.createElement('div');
  frame.innerHTML = svg;
  return frame;
}

function boxes(items: readonly string[]): HTMLElement {
  const list = document.createElement('ul');
  list.append(...items.map((item) => element('li', item)));
  return list;
}

const element = (name: string, content: string): HTMLElement =>
  Object.assign(document.createElement(name), { textContent: content });
