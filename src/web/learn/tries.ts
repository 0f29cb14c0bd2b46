/** What somebody has made of exercises, for when they are opened again. It lasts as long as the page, also if that is loaded anew. */
import type { Exercise } from '../../core/model/exercise';
import type { Scenario } from '../../core/model/scenario';
import { known } from '../state/keptRun';

type KeptTries = readonly (readonly [id: string, scenario: Scenario])[];

/** What the workshop takes along when its page is loaded anew. */
export interface Kept {
  readonly tries: KeptTries;
  /** Of the exercises of somebody. */
  readonly links: readonly string[];
}

export class Tries {
  private readonly made = new WeakMap<Exercise, Scenario>();

  /** From before the page was loaded anew, by the id of the exercise: not all exercises are loaded yet. */
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

  /** What this version does not know any more stays away. */
  async take(kept: KeptTries): Promise<void> {
    for (const [id, given] of kept) {
      const scenario = await known(given);
      if (scenario !== null) this.before.set(id, scenario);
    }
  }
}
