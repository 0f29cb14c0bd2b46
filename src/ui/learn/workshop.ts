/**
 * The exercises of a visit: which there are, which one is open, and how far the person has come with it. The scenario
 * itself is in the store of the scenario. Knows no browser: the exercises and the address are handed in.
 */
import { create } from 'zustand';
import { beginningOf } from '../../exercises/beginning';
import { nextOf } from '../../exercises/way';
import { pointAt } from '../../judge/point';
import type { Exercise, NameExercise, PredictExercise, Prediction } from '../../model/exercise';
import { applyPatch } from '../../model/patch';
import type { Text } from '../../model/text';
import type { Against } from '../../run/exercise';
import { rightPredictions } from '../../run/predictions';
import { learn } from '../address/learn';
import type { AskedRun } from '../address/place';
import { read } from '../address/read';
import { write } from '../address/write';
import { wholeAddress } from '../state/browserAddress';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { tellLost } from '../state/lostPart';
import { openRun, resetHistory } from '../state/openRun';
import { parkAtViolation, standAt } from '../state/playhead';
import { runs } from '../state/run';
import { type Given, readGiven } from './given';
import { writeCode } from './kinds/codeTries';
import { allNamed, type Names, namesIn } from './names';
import { isDone, parseProgress, pointsFor, useProgress } from './progress';
import type { Surroundings } from './surroundings';
import { type Kept, Tries } from './tries';

/** Of a prediction: it is asked for, then its run plays to where it is decided, then it is told why. */
export type Stage = 'asked' | 'playing' | 'told';

export interface ExerciseState {
  /** In order; empty until they are loaded. */
  readonly all: readonly Exercise[];
  /** False while those of the first chapter are there alone. */
  readonly areAllThere: boolean;
  /** Made by somebody and opened here. They last as long as the page. Their links can be kept. */
  readonly own: readonly Exercise[];
  /** The part behind `#` for each of those, by its id. */
  readonly links: Readonly<Record<string, string>>;
  readonly openId: string | null;
  /** The number of hints that were taken. */
  readonly hints: number;
  /** The chosen prediction. */
  readonly chosen: string | null;
  readonly stage: Stage;
  /** The names that are chosen for numbered marks, and those that were checked last: by number, from 1. */
  readonly names: Names;
  readonly checked: Names;
  /** The numbered mark of which is spoken. */
  readonly numberAt: number | null;
  /** The number of checks in which a name was wrong. */
  readonly misses: number;
  readonly solutionShown: boolean;
  /** The attack on screen. */
  readonly attack: Against | null;
  readonly failed: string | null;
  /** The name in the address for which there is no exercise. */
  readonly missing: string | null;
  /** What is wrong with the last one that could not be opened. */
  readonly problems: readonly Text[];
}

const fresh = {
  hints: 0,
  chosen: null,
  stage: 'asked',
  names: {},
  checked: {},
  numberAt: null,
  misses: 0,
  solutionShown: false,
  attack: null,
  missing: null,
  problems: [],
} as const;

export class Workshop {
  readonly store = create<ExerciseState>()(() => ({
    all: [],
    areAllThere: false,
    own: [],
    links: {},
    openId: null,
    failed: null,
    ...fresh,
  }));

  /** What an address without a name has opened, so that Back leads to it; null while nothing is loaded. */
  private unnamed: Exercise | null = null;

  private readonly tries = new Tries();

  /** Where the run of a prediction stops by itself; null unless it plays to there. */
  private stopAt: number | null = null;

  constructor(private readonly around: Surroundings) {
    useCursor.subscribe(({ at }) => {
      if (this.stopAt !== null && at >= this.stopAt) this.tell();
    });
    // A change, an undo or a drag replaces the attack on screen.
    useEdition.subscribe((now, before) => {
      if (now.draft === before.draft && now.committed === before.committed) return;
      if (this.store.getState().attack !== null) this.store.setState({ attack: null });
    });
  }

  /** Loads what the visit opens with. Never rejects. If it cannot be loaded, `failed` has the reason. */
  async load(): Promise<void> {
    const { load, loadFirst, address } = this.around;
    const { run, own } = read(wholeAddress(address), learn);
    if (loadFirst !== undefined && run.kind === 'none' && !own.guide && own.check === null)
      await this.take(loadFirst, false);
    const { all, areAllThere } = this.store.getState();
    // Whoever has done the first chapter goes on in another.
    if (!areAllThere && all.every(({ id }) => isDone(useProgress.getState(), id))) await this.take(load, true);
  }

  /** Loads the others, once the first is drawn. What the address has come to ask for in the meantime is opened then. */
  async loadRest(): Promise<void> {
    if (this.store.getState().areAllThere) return;
    await this.take(this.around.loadRest ?? this.around.load, true);
    this.follow();
  }

  private async take(load: Surroundings['load'], areAllThere: boolean): Promise<void> {
    try {
      this.store.setState({ all: await load(), areAllThere, failed: null });
    } catch (error) {
      tellLost();
      this.store.setState({ failed: error instanceof Error ? error.message : String(error) });
    }
  }

  /**
   * Opens the exercise that the address names, else the next one on the way, once they are loaded. From then on a link that is
   * entered into the address opens as well, and so does what Back and Forward lead to.
   */
  openAsked(): void {
    const { all } = this.store.getState();
    this.unnamed = this.asked();
    if (this.unnamed !== null) this.open(this.unnamed);
    const wanted = this.inAddress().id;
    this.store.setState({ missing: all.some(({ id }) => id === wanted) || all.length === 0 ? null : wanted });
    this.around.address.onMove(() => this.follow());
    this.openFromAddress();
  }

  /** The exercise that the address names, else the next one on the way; null: none is loaded. */
  asked(): Exercise | null {
    const { all } = this.store.getState();
    const wanted = this.inAddress().id;
    const named = all.find(({ id }) => id === wanted);
    const next = wanted === null ? nextOf(all, (id) => isDone(useProgress.getState(), id), null) : null;
    return named ?? next ?? all[0] ?? null;
  }

  private inAddress() {
    const { run } = read(wholeAddress(this.around.address), learn);
    return run.kind === 'exercise' ? run : { id: null, link: null };
  }

  /**
   * Opens an exercise with what was made of it on this page, else from its beginning. A prediction that was made before stands,
   * and the run shows what came of it.
   */
  open(exercise: Exercise): void {
    this.keepTry();
    this.begin(exercise, this.tries.get(exercise));
  }

  /** What a page that is loaded anew takes along. */
  kept(): Kept {
    this.keepTry();
    const { all, own, links } = this.store.getState();
    return { tries: this.tries.kept([...all, ...own]), links: Object.values(links) };
  }

  async takeKept({ tries, links }: Kept): Promise<void> {
    await this.tries.take(tries);
    for (const link of links) this.addGiven(readGiven(link));
  }

  private keepTry(): void {
    const left = this.openNow();
    if (left !== undefined && left.kind !== 'predict' && left.kind !== 'name' && left.kind !== 'code')
      this.tries.set(left, useEdition.getState().committed);
  }

  private begin(exercise: Exercise, scenario = beginningOf(exercise)): void {
    this.stopAt = null;
    const known = useProgress.getState().answers[exercise.id];
    const answer = exercise.kind === 'predict' ? exercise.options.find(({ id }) => id === known?.answer) : undefined;
    const told = answer === undefined ? {} : { stage: 'told' as const, chosen: answer.id };
    const { hints = 0, misses = 0, shown = false } = known ?? {};
    this.store.setState({ ...fresh, ...told, hints, misses, solutionShown: shown, openId: exercise.id });
    show({ ...exercise, scenario }, this.store.getState().stage);
    resetHistory();
  }

  /**
   * Opens it and writes it into the address. The other parts of the address stay: language, theme, embedding. Back leads to the
   * exercise before, except in a frame, whose history is that of the page around it.
   */
  goTo(exercise: Exercise): void {
    this.open(exercise);
    const { address } = this.around;
    const here = wholeAddress(address);
    const to = write({ run: { kind: 'exercise', id: exercise.id, link: null } }, here);
    if (read(here, learn).own.embed) address.replace(to);
    else address.push(to);
  }

  /** Opens what the address names, unless it is open. Until all are there, it waits for them. */
  private follow(): void {
    const { all, areAllThere, links, openId } = this.store.getState();
    if (!areAllThere) return;
    const { id: wanted, link } = this.inAddress();
    if (link !== null) {
      if (links[openId ?? ''] !== link) this.openFromAddress();
      return;
    }
    const named = all.find(({ id }) => id === wanted) ?? (wanted === null ? this.unnamed : null);
    if (named !== null && named.id !== openId) this.open(named);
  }

  openOwn(exercise: Exercise): void {
    this.open(exercise);
    this.showLink();
  }

  /** Opens a file or pasted text: the exercise itself, or its link. A dropped file with progress is loaded as well. */
  openText(text: string): void {
    const progress = parseProgress(text);
    if (progress.ok) {
      useProgress.getState().replace(progress.progress);
      this.store.setState({ problems: [] });
      return;
    }
    if (this.openGiven(text)) this.showLink();
  }

  /** A file that could not be read. */
  refuse(problem: Text): void {
    this.store.setState({ problems: [problem] });
  }

  openNow(): Exercise | undefined {
    return openOf(this.store.getState());
  }

  /** The scenario as it was given. Undo brings back the one from before. A prediction that was made stands. */
  reset(): void {
    const exercise = this.openNow();
    if (exercise === undefined) return;
    const { stage } = this.store.getState();
    if (exercise.kind === 'predict' && stage !== 'asked') {
      this.tell();
      show(exercise, 'told');
      return;
    }
    this.store.setState({ chosen: null, names: {}, checked: {}, attack: null });
    if (exercise.kind === 'code') writeCode(exercise, exercise.code);
    show({ ...exercise, scenario: beginningOf(exercise) }, stage);
  }

  /** Forgets the prediction, hints and the shown solution, and begins anew, from then on without points. */
  beginAnew(): void {
    const exercise = this.openNow();
    if (exercise === undefined) return;
    useProgress.getState().forget(exercise.id);
    if (exercise.kind === 'code') writeCode(exercise, exercise.code);
    this.begin(exercise);
  }

  takeHint(): void {
    const { openId, hints } = this.store.getState();
    this.store.setState({ hints: hints + 1 });
    if (openId !== null) useProgress.getState().keep(openId, { hints: hints + 1 });
  }

  showSolution(): void {
    const exercise = this.openNow();
    if (exercise === undefined) return;
    this.store.setState({ solutionShown: true, attack: null });
    if (exercise.kind !== 'predict') useProgress.getState().keep(exercise.id, { shown: true });
    if (exercise.kind === 'name') return void this.checkNames(exercise, namesIn(exercise));
    if (exercise.kind === 'code') return writeCode(exercise, exercise.solution);
    if (exercise.kind !== 'predict')
      return useEdition.getState().commit(applyPatch(exercise.scenario, exercise.solution));
    const [answer] = rightPredictions(exercise, runs.get(exercise.scenario));
    if (answer === undefined) return;
    useProgress.getState().answer(exercise.id, { answer, shown: true });
    this.play(exercise, answer);
  }

  /** Shows a change under which a wrong prediction would have been right. */
  showOtherwise({ rightWhen }: Prediction): void {
    const exercise = this.openNow();
    if (exercise === undefined || rightWhen === undefined) return;
    const changed = applyPatch(exercise.scenario, rightWhen);
    useEdition.getState().commit(changed);
    parkAtViolation(runs.get(changed));
  }

  /** Shows an attack: its faults on the committed scenario, which does not change. Null: removes it. */
  showAttack(attack: Against | null): void {
    const { committed, setDraft } = useEdition.getState();
    setDraft(attack === null ? null : applyPatch(committed, attack.patch));
    this.store.setState({ attack });
    if (attack !== null) parkAtViolation(runs.get(useEdition.getState().draft ?? committed));
  }

  /** Says which names are right; returns whether all are. */
  checkNames(exercise: NameExercise, names: Names = this.store.getState().names): boolean {
    const isRight = allNamed(exercise, names);
    const misses = this.store.getState().misses + (isRight ? 0 : 1);
    this.store.setState({ names, checked: names, misses });
    if (!isRight) useProgress.getState().keep(exercise.id, { misses });
    return isRight;
  }

  /** Takes the chosen prediction and plays the hidden run to where it is decided. The first one counts, and no other. */
  tryPrediction(exercise: PredictExercise): void {
    const { chosen, stage, hints } = this.store.getState();
    if (chosen === null || stage !== 'asked') return;
    const { answer, note, solved } = useProgress.getState();
    const wasSolved = Object.hasOwn(solved, exercise.id);
    const isFirst = answer(exercise.id, { answer: chosen });
    const isRight = rightPredictions(exercise, runs.get(exercise.scenario)).includes(chosen);
    if (isFirst && isRight && !wasSolved)
      note(exercise.id, { points: pointsFor({ spent: null, par: null, hints }), hints });
    this.play(exercise, chosen);
  }

  /** Goes to where the prediction is decided, and tells why. */
  tell(): void {
    const { stopAt } = this;
    this.stopAt = null;
    if (stopAt !== null) standAt(stopAt);
    if (this.store.getState().stage === 'playing') this.store.setState({ stage: 'told' });
  }

  private play({ scenario }: PredictExercise, chosen: string): void {
    this.store.setState({ chosen, stage: 'playing' });
    const { setAt, setPlaying } = useCursor.getState();
    setAt(0);
    this.stopAt = pointAt(runs.get(scenario));
    setPlaying(true);
  }

  /** Opens the part behind `#` if that is an exercise. */
  private openFromAddress(): void {
    const { link } = this.inAddress();
    if (link !== null) this.openGiven(link);
  }

  /** Returns whether it was opened. */
  private openGiven(text: string): boolean {
    const given = readGiven(text);
    this.addGiven(given);
    if (given.ok) this.open(given.exercise);
    return given.ok;
  }

  private addGiven(given: Given): void {
    if (!given.ok) {
      this.store.setState({ problems: given.problems });
      return;
    }
    const { exercise, link } = given;
    this.store.setState(({ own, links }) => ({
      own: [...own.filter(({ id }) => id !== exercise.id), exercise],
      links: { ...links, [exercise.id]: link },
    }));
  }

  /** The address holds the link, as it holds the name of a built-in exercise. */
  private showLink(): void {
    const { openId, links } = this.store.getState();
    const run: AskedRun = { kind: 'exercise', id: null, link: links[openId ?? ''] ?? null };
    this.around.address.replace(write({ run }, wholeAddress(this.around.address)));
  }
}

export const openOf = ({ all, own, openId }: Pick<ExerciseState, 'all' | 'own' | 'openId'>): Exercise | undefined =>
  all.find(({ id }) => id === openId) ?? own.find(({ id }) => id === openId);

function show({ scenario, kind }: Exercise, stage: Stage): void {
  openRun({ scenario, storyId: null, variantId: null }, kind === 'predict' && stage !== 'told' ? 'start' : 'point');
}
