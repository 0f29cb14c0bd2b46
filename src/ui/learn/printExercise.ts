/**
 * Exercises on paper: the task, the faults, what may be changed, the run as a picture unless it is to be predicted, and space to
 * write. The one that is open, or all of them with the answers apart.
 */

import { type Exercise, type FixExercise, type NameExercise, namedSorts } from '../../model/exercise';
import type { Run } from '../../model/run';
import { settingPaths, settingsFields } from '../../model/settingsFields';
import type { Text } from '../../model/text';
import { learn } from '../address/learn';
import { read } from '../address/read';
import { write } from '../address/write';
import { faultLine } from '../edit/faultText';
import { textsOf } from '../edit/kinds';
import { measureWith } from '../look/useInks';
import { fitOf } from '../pictures/fit';
import { svgPicture } from '../pictures/svgPicture';
import { inksOfPaper, startPrinting } from '../print/printRun';
import { useCursor, type View } from '../state/cursor';
import { currentParts } from '../state/parts';
import { usePreferences } from '../state/preferences';
import { currentRun, runs } from '../state/run';
import { markName } from '../timeline/legendWords';
import { sharedWords } from '../words/i18n';
import { useExercises, workshop } from './exerciseState';
import { codeLists } from './kinds/printCode';
import { numberedSvg, pictureToName } from './numberedSvg';
import styles from './PrintExercise.module.css';
import { choiceText, lockText, solutionText } from './solutionText';
import { learnWords } from './words';

type LearnWords = (typeof learnWords)['en'];

/** In CSS pixels: about the width of a sheet in portrait. */
const pictureWidth = 760;
/** Less if there is much to choose from, so that everything fits on one sheet. */
const pictureHeight = ({ kind }: Exercise): number =>
  ({ choose: 190, fix: 310, break: 380, predict: 460, name: 400, code: 0 })[kind];

/** The page whose sheets are printed. `every`: the sheets of all exercises, with the answers apart; else what is open, if anything. */
let isEvery = false;

export const startPrintingExercise = (): void =>
  startPrinting(() => {
    if (isEvery) return everySheet();
    const exercise = workshop.openNow();
    return exercise === undefined || read(location.href, learn).own.guide ? null : openSheet(exercise);
  });

/** One print of the sheets of all exercises. */
export function printEverySheet(): void {
  isEvery = true;
  try {
    window.print();
  } finally {
    isEvery = false;
  }
}

const speak =
  () =>
  (both: Text): string =>
    both[usePreferences.getState().language];

const wordsNow = (): LearnWords => learnWords[usePreferences.getState().language];

/** The exercise on screen, with its run as it is now. Before a prediction is made, the run must not be on paper either. */
function openSheet(exercise: Exercise): HTMLElement {
  const { stage } = useExercises.getState();
  const { view, evenSteps } = useCursor.getState();
  const shown = exercise.kind === 'predict' && stage === 'asked' ? null : { run: currentRun(), view, evenSteps };
  return sheetOf(exercise, shown);
}

/** Each exercise on a page of its own as it begins, and after them the answers. */
function everySheet(): HTMLElement {
  const all = document.createElement('section');
  const { all: exercises } = useExercises.getState();
  for (const exercise of exercises) {
    const isHidden = exercise.kind === 'predict';
    all.append(
      sheetOf(exercise, isHidden ? null : { run: runs.aside(exercise.scenario), view: null, evenSteps: false }),
    );
  }
  all.append(answersOf(exercises));
  return all;
}

function answersOf(exercises: readonly Exercise[]): HTMLElement {
  const say = speak();
  const words = wordsNow();
  const sheet = section('sheet');
  sheet.append(element('h1', words.answersApart));
  for (const exercise of exercises) {
    const [title, solution] = [
      element('h2', say(exercise.title)),
      exercise.kind === 'code'
        ? element('pre', exercise.solution)
        : element('p', solutionText(exercise, sharedWords(), say).join(words.plan.and)),
    ];
    const one = section('one');
    one.append(title, solution, element('p', say(exercise.after)));
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
  const words = wordsNow();
  const text = speak();
  const sheet = section('sheet');
  sheet.append(
    element('p', words.kind[exercise.kind]),
    element('h1', text(exercise.title)),
    element('p', text(exercise.task)),
  );
  if (exercise.kind === 'name') sheet.append(framed(numbered(exercise)));
  else if (exercise.kind === 'code') sheet.append(element('pre', exercise.code));
  else {
    sheet.append(element('p', `${words.given}: ${givenText(exercise)}`));
    if (shown !== null) sheet.append(framed(picture(shown, pictureHeight(exercise))));
  }
  for (const { title, items } of listsOf(exercise, words, text)) sheet.append(element('h2', title), boxes(items));
  const room = section('room');
  if (exercise.kind !== 'name' && exercise.kind !== 'code')
    room.append(element('p', words.expect), element('p', words.because));
  sheet.append(room, element('footer', addressOf(exercise)));
  return sheet;
}

/** Where the exercise is done on screen. The address of one of somebody's own is too long to be typed. */
function addressOf({ id }: Exercise): string {
  const isOwn = useExercises.getState().own.some((one) => one.id === id);
  return write(
    { run: isOwn ? { kind: 'none' } : { kind: 'exercise', id, link: null } },
    location.host + location.pathname,
  );
}

/** The faults that are in the run already. */
function givenText({ scenario }: Exercise): string {
  const faults = Object.values(scenario.faults).map((fault) => faultLine(sharedWords(), fault));
  return faults.length === 0 ? wordsNow().nothingGiven : faults.join(' · ');
}

interface List {
  readonly title: string;
  readonly items: readonly string[];
}

function listsOf(exercise: Exercise, words: LearnWords, text: (both: Text) => string): readonly List[] {
  if (exercise.kind === 'predict')
    return [{ title: words.answers, items: exercise.options.map((option) => text(option.text)) }];
  if (exercise.kind === 'name')
    return [{ title: words.names, items: namedSorts.map((sort) => `${text(markName(sort))}: ____`) }];
  if (exercise.kind === 'code')
    return codeLists(exercise, { goals: words.goals, language: usePreferences.getState().language, text });
  const goals = { title: words.goals, items: exercise.aims.map((aim) => text(aim.text)) };
  if (exercise.kind === 'break') {
    const { faults, lengthMax, kinds, processes } = exercise.budget;
    const bounds = [words.budgetFaults(faults), ...(lengthMax === undefined ? [] : [words.budgetLength(lengthMax)])];
    const where = processes === undefined ? [] : [processes.map(sharedWords().onTimeline.process).join(words.plan.and)];
    const names = kinds.map((kind) => textsOf(sharedWords(), kind).name);
    return [{ title: `${words.budget}: ${[...bounds, ...where].join(' · ')}`, items: names }, goals];
  }
  if (exercise.kind === 'fix') return [{ title: words.tools, items: allowedIn(exercise, words, text) }, goals];
  const { locks, storages } = exercise;
  return [
    goals,
    { title: words.chooseLock, items: locks.map((lock) => lockText(lock, text)) },
    {
      title: words.chooseCheck,
      items: storages.map((storage) => choiceText(currentParts().resources.get(storage.id), storage, text)),
    },
  ];
}

/** The names of the settings that may be changed. */
function allowedIn({ may, scenario }: FixExercise, words: LearnWords, text: (both: Text) => string): readonly string[] {
  const allows = (path: string): boolean => may.some((one) => path === one || path.startsWith(`${one}.`));
  const ofLock = Object.entries(currentParts().locks.get(scenario.lock.id)?.fields ?? {})
    .filter(([name]) => allows(`lock.settings.${name}`))
    .map(([, { label }]) => text(label));
  const ofWorld = settingPaths
    .filter((path) => allows(`settings.${path}`))
    .map((path) => text(settingsFields[path].label));
  return [...(allows('storage') ? [words.check] : []), ...ofLock, ...ofWorld];
}

function picture({ run, view, evenSteps }: Shown, height: number): string {
  const inks = inksOfPaper();
  return svgPicture({
    run,
    faults: currentParts().faults,
    view: view ?? fitOf(run.trace),
    evenSteps,
    words: sharedWords().onTimeline,
    inks,
    measure: measureWith(inks),
    width: pictureWidth,
    height,
    caption: null,
    css: '',
  });
}

/** The numbers are printed with the picture, since nobody can press them on paper. */
function numbered({ marks, scenario }: NameExercise): string {
  const { onTimeline: words } = sharedWords();
  const sheet = { run: runs.aside(scenario), width: pictureWidth, height: 460, words, inks: inksOfPaper() };
  return numberedSvg(pictureToName(sheet), { ...sheet, marks, hasNumbers: true }).svg;
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

function section(name: string): HTMLElement {
  const made = document.createElement('section');
  made.className = styles[name] ?? '';
  return made;
}

const element = (name: string, content: string): HTMLElement =>
  Object.assign(document.createElement(name), { textContent: content });
