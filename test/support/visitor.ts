/** Visits to the exercises with an address of their own instead of the browser's: opened, changed, reloaded. */
import type { Exercise, PredictExercise } from '../../src/core/model/scenario/exercise';
import { useProgress } from '../../src/web/learn/progress';
import { Workshop } from '../../src/web/learn/workshop';
import type { Address } from '../../src/web/state/browserAddress';
import { useCursor } from '../../src/web/state/cursor';
import { useEdition } from '../../src/web/state/edition';
import { allExercises } from './allExercises';

export class Visitor {
  url = new URL('http://localhost/learn/');

  /** The history entries that the page made. */
  history: string[] = [];

  /** The callbacks for a changed hash. */
  private heard: (() => void)[] = [];

  readonly address: Address = {
    page: () => `${this.url.origin}${this.url.pathname}`,
    search: () => this.url.search,
    hash: () => this.url.hash,
    replace: (to) => {
      this.url = new URL(to, this.url);
    },
    push: (to) => {
      this.url = new URL(to, this.url);
      this.history.push(this.url.href);
    },
    onHash: (hear) => this.heard.push(hear),
    onMove: (hear) => this.heard.push(hear),
  };

  /** Does what a page does when it is opened or reloaded. */
  async opened(): Promise<Workshop> {
    this.heard = [];
    this.history = [];
    const workshop = new Workshop({ chapters: [async () => allExercises], address: this.address });
    await workshop.load();
    workshop.openAsked();
    return workshop;
  }

  /** Notifies the page that the address was changed. */
  move(): void {
    for (const hear of this.heard) hear();
  }
}

type OfKind<K extends Exercise['kind']> = Extract<Exercise, { readonly kind: K }>;

export function first<K extends Exercise['kind']>(kind: K): OfKind<K> {
  const found = allExercises.find((exercise): exercise is OfKind<K> => exercise.kind === kind);
  if (found === undefined) throw new Error(`There is no exercise of the kind ${kind}.`);
  return found;
}

export const optionOf = ({ options }: PredictExercise, wanted: string): string =>
  options.find(({ id }) => id === wanted)?.text.en ?? '';

export const wrongOf = ({ options, solution }: PredictExercise): string =>
  options.find(({ id }) => id !== solution)?.id ?? '';

/** The run that the page shows, and its position. */
export const committed = () => useEdition.getState().committed;

export const playhead = () => {
  const { at, playing } = useCursor.getState();
  return { at, playing };
};

/** Test files share their stores. */
export function forgetVisit(): void {
  useProgress.setState(useProgress.getInitialState(), true);
  useCursor.setState(useCursor.getInitialState(), true);
  useEdition.setState(useEdition.getInitialState(), true);
}
