/**
 * The exercises of a visit: the list, the open one, and how far the person has come with it. The scenario itself is
 * in the store of the scenario. Knows no browser: it is given the exercises and the address.
 */

import { learn } from '../../content/address/learn';
import type { AskedRun } from '../../content/address/pageAddress';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import type { Exercise } from '../../core/model/exercise';
import { applyPatch } from '../../core/model/patch';
import type { Scenario } from '../../core/model/scenario';
import type { Text } from '../../core/model/text';
import { beginningOf } from '../../course/exercises/beginning';
import { nextOf } from '../../course/exercises/way';
import type { BreakingAttack } from '../../course/judging/exercise';
import { isAttemptable } from '../../course/kinds';
import { wholeAddress } from '../state/browserAddress';
import { useEdition } from '../state/edition';
import { reportLostPart } from '../state/lostPart';
import { openRun, resetHistory } from '../state/openRun';
import { parkAtViolation } from '../state/playhead';
import { runs } from '../state/run';
import { coursesOf } from './course';
import { type ImportedExercises, readImportedExercises } from './importedExercises';
import { Prediction } from './prediction';
import { isDone, parseProgress, useProgress } from './progress';
import type { Surroundings } from './surroundings';
import { type Kept, Tries } from './tries';
import { type ExerciseState, fresh, newVisit } from './visit';

export class Workshop {
  readonly store = newVisit();

  readonly prediction = new Prediction(this.store);

  private readonly courseOf = coursesOf(this.store, this.prediction);

  /** What an address without a name opened, so that Back leads to it; null until something is loaded. */
  private unnamed: Exercise | null = null;

  private readonly tries = new Tries();

  constructor(private readonly around: Surroundings) {
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
    // When all loaded exercises are done, the others are loaded, too.
    if (!areAllThere && all.every(({ id }) => isDone(useProgress.getState(), id))) await this.take(load, true);
  }

  /** Loads the others after the first is drawn. If the address asks for one of them by then, it is opened. */
  async loadRest(): Promise<void> {
    if (this.store.getState().areAllThere) return;
    await this.take(this.around.loadRest ?? this.around.load, true);
    this.follow();
  }

  private async take(load: Surroundings['load'], areAllThere: boolean): Promise<void> {
    try {
      this.store.setState({ all: await load(), areAllThere, failed: null });
    } catch (error) {
      reportLostPart();
      this.store.setState({ failed: error instanceof Error ? error.message : String(error) });
    }
  }

  /**
   * Opens the exercise that the address names, else the next one on the way, once they are loaded. From then on it
   * also follows links that are typed into the address, Back and Forward.
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

  /** The exercise that the address names, else the next one on the way; null: no exercise is loaded. */
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
   * Opens an exercise with the work done on it on this page, or from its beginning. A prediction that was made before
   * stands, and the run shows its result.
   */
  open(exercise: Exercise): void {
    this.keepTry();
    this.begin(exercise, this.tries.get(exercise));
  }

  /** What the page keeps when it reloads itself. */
  kept(): Kept {
    this.keepTry();
    const { all, own, links } = this.store.getState();
    return { tries: this.tries.kept([...all, ...own]), links: Object.values(links) };
  }

  async takeKept({ tries, links }: Kept): Promise<void> {
    await this.tries.take(tries);
    for (const link of links) this.addGiven(readImportedExercises(link));
  }

  private keepTry(): void {
    const left = this.openNow();
    if (left !== undefined && isAttemptable(left)) this.tries.set(left, useEdition.getState().committed);
  }

  private begin(exercise: Exercise, scenario = beginningOf(exercise)): void {
    this.prediction.leave();
    const { answer } = useProgress.getState().answers[exercise.id] ?? {};
    const chosen = this.courseOf(exercise).answered?.(exercise, answer);
    const answered = chosen === undefined ? {} : { stage: 'told' as const, chosen };
    this.store.setState({ ...fresh, ...answered, openId: exercise.id });
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
    const to = write({ run: { kind: 'exercise', id: exercise.id, link: null } }, here);
    if (read(here, learn).own.embed) address.replace(to);
    else address.push(to);
  }

  /** Opens what the address names, unless it is open. Waits until all exercises are loaded. */
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

  /** Opens a file or pasted text: an exercise, or its link. A dropped progress file is loaded as well. */
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

  /** Resets the scenario to the given one. Undo restores the one before. A prediction that was made stands. */
  reset(): void {
    const exercise = this.openNow();
    if (exercise === undefined) return;
    if (this.store.getState().stage !== 'asked') this.prediction.report();
    else {
      this.store.setState({ chosen: null, names: {}, checked: {}, attack: null });
      this.courseOf(exercise).renew?.(exercise);
    }
    this.show(exercise, beginningOf(exercise));
  }

  /** Resets the prediction, hints and the shown solution, and starts again, from then on without points. */
  beginAnew(): void {
    const exercise = this.openNow();
    if (exercise === undefined) return;
    useProgress.getState().forget(exercise.id);
    this.courseOf(exercise).renew?.(exercise);
    this.begin(exercise);
  }

  showSolution(): void {
    const exercise = this.openNow();
    if (exercise === undefined) return;
    this.store.setState({ attack: null });
    this.courseOf(exercise).solve(exercise);
  }

  /** Shows an attack: adds its faults to the committed scenario, which does not change. Null: removes the attack. */
  showAttack(attack: BreakingAttack | null): void {
    const { committed, setDraft } = useEdition.getState();
    setDraft(attack === null ? null : applyPatch(committed, attack.patch));
    this.store.setState({ attack });
    if (attack !== null) parkAtViolation(runs.get(useEdition.getState().draft ?? committed));
  }

  private show(exercise: Exercise, scenario: Scenario): void {
    const isHidden = this.courseOf(exercise).isHidden && this.store.getState().stage !== 'told';
    openRun({ scenario, storyId: null, variantId: null }, isHidden ? 'start' : 'point');
  }

  /** Opens the part behind `#` if it is an exercise. */
  private openFromAddress(): void {
    const { link } = this.inAddress();
    if (link !== null) this.openGiven(link);
  }

  /** Returns whether it was opened. */
  private openGiven(text: string): boolean {
    const given = readImportedExercises(text);
    this.addGiven(given);
    if (given.ok) this.open(given.exercise);
    return given.ok;
  }

  private addGiven(given: ImportedExercises): void {
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

  /** Puts the link into the address, like the name of a built-in exercise. */
  private showLink(): void {
    const { openId, links } = this.store.getState();
    const run: AskedRun = { kind: 'exercise', id: null, link: links[openId ?? ''] ?? null };
    this.around.address.replace(write({ run }, wholeAddress(this.around.address)));
  }
}

export const openOf = ({ all, own, openId }: Pick<ExerciseState, 'all' | 'own' | 'openId'>): Exercise | undefined =>
  all.find(({ id }) => id === openId) ?? own.find(({ id }) => id === openId);
