/**
 * The exercises of a visit: which there are, which is open, and how far somebody has come with it. The scenario itself stands
 * in the scenario's store. Knows no browser: the exercises and the address are handed in.
 */
import { create } from 'zustand';
import type { Attack, Exercise } from '../../model/exercise';
import { decodeExercise, encodeExerciseText, isExerciseLink } from '../../model/link/exerciseLink';
import { type ParsedExercise, parseExerciseText } from '../../model/parse/parseExercise';
import { at } from '../../model/parse/problems';
import { applyPatch } from '../../model/patch';
import type { Text } from '../../model/text';
import { rightPredictions } from '../../run/exercise';
import { registry } from '../../run/onDemand';
import { predictFlaws } from '../../run/ownExercise';
import { playsWith } from '../../run/runScenario';
import type { Address } from '../state/browserAddress';
import { useCursor } from '../state/cursor';
import { openRun, resetHistory } from '../state/openRun';
import { parkAtViolation } from '../state/playhead';
import { dropProposal } from '../state/proposal';
import { runOf } from '../state/run';
import { useScenario } from '../state/scenario';
import { parseProgress, useProgress } from './progress';

interface ExerciseState {
  /** In their order; empty until they are loaded. */
  readonly all: readonly Exercise[];
  /** Made by somebody, and opened here. They stay as long as the page does; their links stay with people. */
  readonly own: readonly Exercise[];
  /** What stands behind `#` for each of those, by its id. */
  readonly links: Readonly<Record<string, string>>;
  readonly openId: string | null;
  /** How many hints were taken. */
  readonly hints: number;
  /** What somebody has chosen of the predictions, and whether it has been tried. */
  readonly chosen: string | null;
  readonly tried: boolean;
  /** How often it was said wrongly. */
  readonly misses: number;
  readonly solutionShown: boolean;
  /** The attack that is on screen. */
  readonly attack: Attack | null;
  readonly failed: string | null;
  /** What the address named and nobody has. */
  readonly missing: string | null;
  /** What is wrong with the last one that could not be opened. */
  readonly problems: readonly Text[];
}

interface Surroundings {
  /** The built-in exercises, with all that they need. Rejects where they cannot be had. */
  readonly load: () => Promise<readonly Exercise[]>;
  readonly address: Address;
}

const fresh = {
  hints: 0,
  chosen: null,
  tried: false,
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
    // Whatever is changed, undone or dragged is on screen instead of the attack.
    useScenario.subscribe((now, before) => {
      if (now.draft === before.draft && now.committed === before.committed) return;
      if (this.store.getState().attack !== null) this.store.setState({ attack: null });
    });
  }

  /** Never rejects: where they cannot be had, the reason stands in `failed`. */
  async load(): Promise<void> {
    try {
      this.store.setState({ all: await this.around.load(), failed: null });
    } catch (error) {
      this.store.setState({ failed: error instanceof Error ? error.message : String(error) });
    }
  }

  /** What the address names, else the first; once they are loaded. From then on a link that is put into the address opens. */
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

  /** Opens it, and says so in the address, whatever else stands there: a language, a theme, that it is embedded. */
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

  /** A file, or what was pasted: the exercise itself, or its link. Progress is taken in where it is dropped as well. */
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

  /** The exercise that is open. */
  openNow(): Exercise | undefined {
    return openOf(this.store.getState());
  }

  /** The scenario as it was given; undo brings back what was there. */
  reset(): void {
    const exercise = this.openNow();
    if (exercise === undefined) return;
    this.store.setState({ chosen: null, tried: false, attack: null, solutionShown: false });
    show(exercise);
  }

  showSolution(): void {
    const exercise = this.openNow();
    if (exercise === undefined) return;
    this.store.setState({ solutionShown: true, attack: null });
    if (exercise.kind === 'predict')
      this.store.setState({ chosen: rightPredictions(exercise, runOf(exercise.scenario))[0] ?? null });
    else useScenario.getState().commit(applyPatch(exercise.scenario, exercise.solution));
  }

  /** Puts an attack on the screen: what it does to the committed scenario, which stays as it is. Null: away with it. */
  showAttack(attack: Attack | null): void {
    const { committed, setDraft } = useScenario.getState();
    setDraft(attack === null ? null : applyPatch(committed, attack.patch));
    this.store.setState({ attack });
    if (attack !== null) parkAtViolation(runOf(useScenario.getState().draft ?? committed));
  }

  /** Plays what was hidden; answers whether the prediction was right. */
  tryPrediction(exercise: Extract<Exercise, { kind: 'predict' }>): boolean {
    const { chosen, misses } = this.store.getState();
    const isRight = chosen !== null && rightPredictions(exercise, runOf(exercise.scenario)).includes(chosen);
    this.store.setState({ tried: true, misses: misses + (isRight ? 0 : 1) });
    const { setAt, setPlaying } = useCursor.getState();
    setAt(0);
    setPlaying(true);
    return isRight;
  }

  /** Opens what stands behind `#`, where that is an exercise. */
  private openFromAddress(): void {
    const hash = this.around.address.hash();
    if (isExerciseLink(hash)) this.take(decodeExercise(hash, registry), hash.slice(1));
  }

  /** Answers whether it could be opened. */
  private take(parsed: ParsedExercise, link: string): boolean {
    if (!parsed.ok) {
      this.store.setState({ problems: parsed.problems.map(({ message }) => message) });
      return false;
    }
    const { exercise } = parsed;
    // What is right of a prediction only the run can say, so the parser cannot. Other kinds show whether goals are met.
    const flaws = exercise.kind === 'predict' ? predictFlaws(exercise, playsWith(registry)) : [];
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

  /** The link stands in the address, as the name of a built-in exercise does. */
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

/** Who makes an exercise need not solve it; what is to be predicted is solved by the run. */
export const hasSolution = (exercise: Exercise): boolean =>
  exercise.kind === 'predict' || Object.keys(exercise.solution).length > 0;
