/**
 * A person's work on exercises, for when they are opened again. It lasts as long as the page, and survives its
 * reload.
 */
import type { Exercise } from '../../core/model/exercise';
import type { Scenario } from '../../core/model/scenario';
import { known } from '../state/keptRun';

type KeptTries = readonly (readonly [id: string, scenario: Scenario])[];

/** What the workshop keeps when its page reloads itself. */
export interface Kept {
  readonly tries: KeptTries;
  /** The links of a person's own exercises. */
  readonly links: readonly string[];
}

export class Tries {
  private readonly made = new WeakMap<Exercise, Scenario>();

  /** The work from before the reload, by the id of the exercise: not all exercises are loaded yet. */
  private readonly before = new Map<string, Scenario>();

  get(exercise: Exercise): Scenario | undefined {
    return this.made.get(exercise) ?? this.before.get(exercise.id);
  }

  set(exercise: Exercise, scenario: Scenario): void {
    this.made.set(exercise, scenario);
  }

  kept(exercises: readonly Exercise[]): KeptTries {
    const made = exercises.flatMap((exercise) => {
      const scenario = this.made.get(exercise);
      return scenario === undefined ? [] : [[exercise.id, scenario] as const];
    });
    return [...this.before, ...made];
  }

  /** Leaves out what this version no longer knows. */
  async take(kept: KeptTries): Promise<void> {
    for (const [id, given] of kept) {
      const scenario = await known(given);
      if (scenario !== null) this.before.set(id, scenario);
    }
  }
}
