/**
 * The exercises of a visit: which there are, which one is open, and how far the person has come with it. The scenario
 * itself is in the store of the scenario. Knows no browser: the exercises and the address are handed in.
 */
import { create } from 'zustand';
import type { Exercise, NamedSort, NameExercise } from '../../model/exercise';
import { decodeExercise, encodeExerciseText, isExerciseLink } from '../../model/link/exerciseLink';
import { type ParsedExercise, parseExerciseText } from '../../model/parse/parseExercise';
import { at } from '../../model/parse/problems';
import { applyPatch } from '../../model/patch';
import type { Text } from '../../model/text';
import { type Against, rightPredictions } from '../../run/exercise';
import { registry } from '../../run/onDemand';
import { predictFlaws } from '../../run/ownExercise';
import { runOnPage } from '../../run/pageRuns';
import type { Address } from '../state/browserAddress';
import { useCursor } from '../state/cursor';
import { openRun, resetHistory } from '../state/openRun';
import { parkAtViolation } from '../state/playhead';
import { dropProposal } from '../state/proposal';
import { runOf } from '../state/run';
import { useScenario } from '../state/scenario';
import { parseProgress, useProgress } from './progress';

interface ExerciseState {
  /** In order; empty until they are loaded. */
  readonly all: readonly Exercise[];
  /** Made by somebody and opened here. They last as long as the page. Their links can be kept. */
  readonly own: readonly Exercise[];
  /** The part behind `#` for each of those, by its id. */
  readonly links: Readonly<Record<string, string>>;
  readonly openId: string | null;
  /** The number of hints that were taken. */
  readonly hints: number;
  /** The chosen prediction, and whether it has been tried. */
  readonly chosen: string | null;
  readonly tried: boolean;
  /** The names that are chosen for numbered marks, and those that were checked last: by number, from 1. */
  readonly names: Names;
  readonly checked: Names;
  /** The numbered mark of which is spoken. */
  readonly numberAt: number | null;
  /** The number of wrong predictions, or of checks in which a name was wrong. */
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

/** A name for each number that has one. */
export type Names = Readonly<Record<number, NamedSort>>;

interface Surroundings {
  /** The built-in exercises with all that they need. Rejects if they cannot be loaded. */
  readonly load: () => Promise<readonly Exercise[]>;
  readonly address: Address;
}

const fresh = {
  hints: 0,
  chosen: null,
  tried: false,
  names: {},
  checked: {},
  numberAt: null,
  misses: 0,
  solutionShown: false,
  attack: null,
  missing: null,
  problems: [],
};

export class Workshop {
  readonly store = create<ExerciseState>()(() => ({
    all: [],
    own: [],
    links: {},
    openId: null,
    failed: null,
    ...fresh,
  }));

  constructor(private readonly around: Surroundings) {
    // A change, an undo or a drag replaces the attack on screen.
    useScenario.subscribe((now, before) => {
      if (now.draft === before.draft && now.committed === before.committed) return;
      if (this.store.getState().attack !== null) this.store.setState({ attack: null });
    });
  }

  /** Never rejects. If they cannot be loaded, `failed` has the reason. */
  async load(): Promise<void> {
    try {
      this.store.setState({ all: await this.around.load(), failed: null });
    } catch (error) {
      this.store.setState({ failed: error instanceof Error ? error.message : String(error) });
    }
  }

  /**
   * Opens the exercise that the address names, else the first one, once they are loaded. From then on a link that is
   * entered into the address opens as well.
   */
  openAsked(): void {
    const { all } = this.store.getState();
    const wanted = new URLSearchParams(this.around.address.search()).get('do');
    const named = all.find(({ id }) => id === wanted);
    const first = named ?? all[0];
    if (first !== undefined) this.open(first);
    this.store.setState({ missing: all.length > 0 && named === undefined ? wanted : null });
    this.openFromAddress();
    this.around.address.onHash(() => this.openFromAddress());
  }

  /** Opens an exercise from its beginning. */
  open(exercise: Exercise): void {
    this.store.setState({ ...fresh, openId: exercise.id });
    show(exercise);
    resetHistory();
  }

  /** Opens it and writes it into the address. The other parts of the address stay: language, theme, embedding. */
  goTo(exercise: Exercise): void {
    this.open(exercise);
    const query = new URLSearchParams(this.around.address.search());
    query.set('do', exercise.id);
    this.around.address.replace(`?${query}`);
  }

  openOwn(exercise: Exercise): void {
    this.open(exercise);
    this.showLink();
  }

  /** Opens a file or pasted text: the exercise itself, or its link. A dropped file with progress is loaded as well. */
  openText(text: string): void {
    const hash = text.trim().slice(text.trim().indexOf('#') + 1);
    if (isExerciseLink(hash)) {
      if (this.take(decodeExercise(hash, registry), hash)) this.showLink();
      return;
    }
    const progress = parseProgress(text);
    if (progress.ok) {
      useProgress.getState().replace(progress.solved);
      this.store.setState({ problems: [] });
      return;
    }
    const parsed = parseExerciseText(text, registry);
    if (this.take(parsed, parsed.ok ? encodeExerciseText(text) : '')) this.showLink();
  }

  openNow(): Exercise | undefined {
    return openOf(this.store.getState());
  }

  /** The scenario as it was given. Undo brings back the one from before. */
  reset(): void {
    const exercise = this.openNow();
    if (exercise === undefined) return;
    this.store.setState({ chosen: null, tried: false, names: {}, checked: {}, attack: null, solutionShown: false });
    show(exercise);
  }

  showSolution(): void {
    const exercise = this.openNow();
    if (exercise === undefined) return;
    this.store.setState({ solutionShown: true, attack: null });
    if (exercise.kind === 'name') this.checkNames(exercise, namesIn(exercise));
    else if (exercise.kind === 'predict')
      this.store.setState({ chosen: rightPredictions(exercise, runOf(exercise.scenario))[0] ?? null });
    else useScenario.getState().commit(applyPatch(exercise.scenario, exercise.solution));
  }

  /** Shows an attack: its faults on the committed scenario, which does not change. Null: removes it. */
  showAttack(attack: Against | null): void {
    const { committed, setDraft } = useScenario.getState();
    setDraft(attack === null ? null : applyPatch(committed, attack.patch));
    this.store.setState({ attack });
    if (attack !== null) parkAtViolation(runOf(useScenario.getState().draft ?? committed));
  }

  /** Says which names are right; returns whether all are. */
  checkNames(exercise: NameExercise, names: Names = this.store.getState().names): boolean {
    const isRight = allNamed(exercise, names);
    this.store.setState(({ misses }) => ({ names, checked: names, misses: misses + (isRight ? 0 : 1) }));
    return isRight;
  }

  /** Plays the hidden run; returns whether the prediction was right. */
  tryPrediction(exercise: Extract<Exercise, { kind: 'predict' }>): boolean {
    const { chosen, misses } = this.store.getState();
    const isRight = chosen !== null && rightPredictions(exercise, runOf(exercise.scenario)).includes(chosen);
    this.store.setState({ tried: true, misses: misses + (isRight ? 0 : 1) });
    const { setAt, setPlaying } = useCursor.getState();
    setAt(0);
    setPlaying(true);
    return isRight;
  }

  /** Opens the part behind `#` if that is an exercise. */
  private openFromAddress(): void {
    const hash = this.around.address.hash();
    if (isExerciseLink(hash)) this.take(decodeExercise(hash, registry), hash.slice(1));
  }

  /** Returns whether it could be opened. */
  private take(parsed: ParsedExercise, link: string): boolean {
    if (!parsed.ok) {
      this.store.setState({ problems: parsed.problems.map(({ message }) => message) });
      return false;
    }
    const { exercise } = parsed;
    // Only the run can tell which prediction is right, so the parser cannot check it. Other kinds show whether their
    // goals are met.
    const flaws = exercise.kind === 'predict' ? predictFlaws(exercise, runOnPage) : [];
    if (flaws.length > 0) {
      this.store.setState({ problems: flaws.map((flaw) => at('options', flaw)) });
      return false;
    }
    this.store.setState(({ own, links }) => ({
      own: [...own.filter(({ id }) => id !== exercise.id), exercise],
      links: { ...links, [exercise.id]: link },
    }));
    this.open(exercise);
    return true;
  }

  /** The address holds the link, as it holds the name of a built-in exercise. */
  private showLink(): void {
    const { address } = this.around;
    const { openId, links } = this.store.getState();
    const query = new URLSearchParams(address.search());
    query.delete('do');
    const search = query.size === 0 ? address.page() : `?${query}`;
    address.replace(`${search}#${links[openId ?? ''] ?? ''}`);
  }
}

export const openOf = ({ all, own, openId }: Pick<ExerciseState, 'all' | 'own' | 'openId'>): Exercise | undefined =>
  all.find(({ id }) => id === openId) ?? own.find(({ id }) => id === openId);

function show(exercise: Exercise): void {
  dropProposal();
  const { scenario, kind } = exercise;
  openRun({ scenario, storyId: null, variantId: null }, kind === 'predict' ? 'start' : 'point');
}

/** The right name of each number. */
const namesIn = ({ marks }: NameExercise): Names =>
  Object.fromEntries(marks.map(({ sort }, index) => [index + 1, sort]));

export const allNamed = ({ marks }: NameExercise, names: Names): boolean =>
  marks.every(({ sort }, index) => names[index + 1] === sort);

/** The author of an exercise need not have solved it. The run itself solves a prediction, and its picture names the marks. */
export const hasSolution = (exercise: Exercise): boolean =>
  exercise.kind === 'predict' || exercise.kind === 'name' || Object.keys(exercise.solution).length > 0;
