/**
 * The actions of a visit to the exercises: opening, resetting and solving one. The scenario itself is in the store
 * `edition`. The class knows no browser: it is given the exercises and the address.
 */

import { learn } from '../../content/address/learn';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import type { Exercise } from '../../core/model/scenario/exercise';
import { applyPatch } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';
import { chapters } from '../../course/exercises';
import { beginningOf } from '../../course/exercises/beginning';
import { nextOf } from '../../course/exercises/way';
import type { BreakingAttack } from '../../course/judging/exercise';
import { isAttemptable } from '../../course/kinds';
import { type Address, browserAddress, wholeAddress } from '../state/browserAddress';
import { useEdition } from '../state/edition';
import { scenarioFrom } from '../state/keptRun';
import { reportLostPart } from '../state/lostPart';
import { openRun, resetHistory } from '../state/openRun';
import { parkAtViolation } from '../state/playhead';
import { runs } from '../state/run';
import { loadAtRest } from '../state/tasks';
import { courseOf } from './course';
import { askedRun, fresh, openOf, useExercises } from './exerciseState';
import { type ImportedExercises, readImportedExercises } from './importedExercises';
import { leavePrediction, reportPrediction } from './prediction';
import { isDone, parseProgress, useProgress } from './progress';

/** What the workshop keeps when its page reloads itself. */
export interface Kept {
  readonly tries: readonly (readonly [id: string, scenario: Scenario])[];
  /** The links of a person's own exercises. */
  readonly links: readonly string[];
}

interface Surroundings {
  /** Loads the exercises of each chapter, with everything that they need. Rejects if they cannot be loaded. */
  readonly chapters: readonly (() => Promise<readonly Exercise[]>)[];
  readonly address: Address;
}

/** How long the first exercise is on screen before the others are loaded, in ms. */
const restMs = 300;

export class Workshop {
  /** What an address without a name opened, so that Back leads to it; null until something is loaded. */
  private unnamed: Exercise | null = null;

  /** A person's work, by the id of the exercise, for when it is opened again. It lasts as long as the page. */
  private readonly tries = new Map<string, Scenario>();

  constructor(private readonly around: Surroundings) {
    useExercises.setState(useExercises.getInitialState(), true);
    // A change, an undo or a drag replaces the attack on screen.
    useEdition.subscribe((now, before) => {
      if (now.draft === before.draft && now.committed === before.committed) return;
      if (useExercises.getState().attack !== null) useExercises.setState({ attack: null });
    });
  }

  /**
   * Loads what the visit opens with: the first chapter, or all if the address asks for more or that one is done. Never
   * rejects. If it cannot be loaded, `failed` has the reason.
   */
  async load(): Promise<void> {
    const { chapters, address } = this.around;
    const { run, own } = read(wholeAddress(address), learn);
    if (run.kind === 'none' && !own.guide && own.check === null) await this.take(1);
    const { all, areAllThere } = useExercises.getState();
    if (!areAllThere && all.every(({ id }) => isDone(useProgress.getState(), id))) await this.take(chapters.length);
  }

  /**
   * Loads the others after the first is drawn, one chapter at a time, so that a slow machine can react to a touch in
   * between. If the address asks for one of them by then, it is opened.
   */
  async loadRest(): Promise<void> {
    if (useExercises.getState().areAllThere) return;
    const { chapters } = this.around;
    await loadAtRest(restMs, chapters);
    await this.take(chapters.length);
    this.follow();
  }

  private async take(count: number): Promise<void> {
    const { chapters } = this.around;
    try {
      const loaded = await Promise.all(chapters.slice(0, count).map((load) => load()));
      useExercises.setState({ all: loaded.flat(), areAllThere: count >= chapters.length, failed: null });
    } catch (error) {
      reportLostPart();
      useExercises.setState({ failed: error instanceof Error ? error.message : String(error) });
    }
  }

  /**
   * Opens the exercise that the address names, else the next one on the way, once they are loaded. From then on it
   * also follows links that are typed into the address, Back and Forward.
   */
  openAsked(): void {
    const { all } = useExercises.getState();
    this.unnamed = this.chooseExercise();
    if (this.unnamed !== null) this.open(this.unnamed);
    const wanted = this.inAddress().id;
    useExercises.setState({ missing: all.some(({ id }) => id === wanted) || all.length === 0 ? null : wanted });
    this.around.address.onMove(() => this.follow());
    this.openFromAddress();
  }

  /** The exercise that the address names, else the next one on the way; null: no exercise is loaded. */
  chooseExercise(): Exercise | null {
    const { all } = useExercises.getState();
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
   * Opens an exercise with the work done on it on this page, or from its beginning. An earlier prediction still counts,
   * and the run shows its result.
   */
  open(exercise: Exercise): void {
    this.keepTry();
    this.begin(exercise, this.tries.get(exercise.id));
  }

  /** What the page keeps when it reloads itself. */
  collectState(): Kept {
    this.keepTry();
    return { tries: [...this.tries], links: Object.values(useExercises.getState().links) };
  }

  /** Leaves out what this version no longer knows. */
  async takeKept({ tries, links }: Kept): Promise<void> {
    for (const [id, attempt] of tries) {
      const scenario = await scenarioFrom(attempt);
      if (scenario !== null) this.tries.set(id, scenario);
    }
    for (const link of links) this.addGiven(readImportedExercises(link));
  }

  private keepTry(): void {
    const previous = this.openNow();
    if (previous !== null && isAttemptable(previous)) this.tries.set(previous.id, useEdition.getState().committed);
  }

  private begin(exercise: Exercise, scenario = beginningOf(exercise)): void {
    leavePrediction();
    const { answer } = useProgress.getState().answers[exercise.id] ?? {};
    const chosen = courseOf(exercise).answered?.(exercise, answer);
    const answered = chosen === undefined ? {} : { stage: 'told' as const, chosen };
    useExercises.setState({ ...fresh, ...answered, openId: exercise.id });
    this.show(exercise, scenario);
    resetHistory();
  }

  /**
   * Opens it and writes it into the address. The other parts of the address stay: language, theme, embedding. Back
   * leads to the exercise before, except in a frame, whose history belongs to the surrounding page.
   */
  goTo(exercise: Exercise): void {
    this.open(exercise);
    const { address } = this.around;
    const here = wholeAddress(address);
    const to = write({ run: askedRun(exercise.id) }, here);
    if (read(here, learn).own.embed) address.replace(to);
    else address.push(to);
  }

  /** Opens what the address names, unless it is open. Waits until all exercises are loaded. */
  private follow(): void {
    const { all, areAllThere, links, openId } = useExercises.getState();
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

  /** Opens a file or pasted text: an exercise, or its link. A dropped progress file is loaded as well. */
  openText(text: string): void {
    const progress = parseProgress(text);
    if (progress.ok) {
      useProgress.getState().replace(progress.progress);
      useExercises.setState({ problems: [] });
      return;
    }
    if (this.openGiven(text)) this.showLink();
  }

  /** A file that could not be read. */
  refuse(problem: Text): void {
    useExercises.setState({ problems: [problem] });
  }

  openNow(): Exercise | null {
    return openOf(useExercises.getState());
  }

  /** Resets the scenario to the given one. Undo restores the one before. An earlier prediction still counts. */
  reset(): void {
    const exercise = this.openNow();
    if (exercise === null) return;
    if (useExercises.getState().stage !== 'asked') reportPrediction();
    else {
      useExercises.setState({ chosen: null, names: {}, checked: {}, attack: null });
      courseOf(exercise).renew?.(exercise);
    }
    this.show(exercise, beginningOf(exercise));
  }

  /** Resets the prediction, hints and the shown solution, and starts over, from then on without points. */
  beginAnew(): void {
    const exercise = this.openNow();
    if (exercise === null) return;
    useProgress.getState().forget(exercise.id);
    courseOf(exercise).renew?.(exercise);
    this.begin(exercise);
  }

  showSolution(): void {
    const exercise = this.openNow();
    if (exercise === null) return;
    useExercises.setState({ attack: null });
    courseOf(exercise).solve(exercise);
  }

  /** Shows an attack: adds its faults to the committed scenario, which does not change. Null: removes the attack. */
  showAttack(attack: BreakingAttack | null): void {
    const { committed, setDraft } = useEdition.getState();
    setDraft(attack === null ? null : applyPatch(committed, attack.patch));
    useExercises.setState({ attack });
    if (attack !== null) parkAtViolation(runs.get(useEdition.getState().draft ?? committed));
  }

  private show(exercise: Exercise, scenario: Scenario): void {
    const isHidden = courseOf(exercise).isHidden && useExercises.getState().stage !== 'told';
    openRun({ scenario, storyId: null, variantId: null }, isHidden ? 'start' : 'point');
  }

  /** Opens the part behind `#` if it is an exercise. */
  private openFromAddress(): void {
    const { link } = this.inAddress();
    if (link !== null) this.openGiven(link);
  }

  /** Returns whether it was opened. */
  private openGiven(text: string): boolean {
    const importResult = readImportedExercises(text);
    this.addGiven(importResult);
    if (importResult.ok) this.open(importResult.exercise);
    return importResult.ok;
  }

  private addGiven(importResult: ImportedExercises): void {
    if (!importResult.ok) {
      useExercises.setState({ problems: importResult.problems });
      return;
    }
    const { exercise, link } = importResult;
    useExercises.setState(({ own, links }) => ({
      own: [...own.filter(({ id }) => id !== exercise.id), exercise],
      links: { ...links, [exercise.id]: link },
    }));
  }

  /** Puts the link into the address, like the name of a built-in exercise. */
  private showLink(): void {
    const { address } = this.around;
    const { openId } = useExercises.getState();
    if (openId !== null) address.replace(write({ run: askedRun(openId) }, wholeAddress(address)));
  }
}

/** The workshop of this page. */
export const workshop = new Workshop({ chapters: chapters.map(({ load }) => load), address: browserAddress });
