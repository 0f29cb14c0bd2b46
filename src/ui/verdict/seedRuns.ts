/** Asks how a hundred seeds of a scenario end, for one scenario at a time. Knows no worker. */
import type { Scenario } from '../../model/scenario';
import type { SeedEnding } from '../../run/seeds';
import type { Beside } from '../state/beside';
import type { Later } from '../state/later';
import type { SeedsAnswer, SeedsQuestion } from './seedsWorker';

export const seedCount = 100;

export interface Seeds {
  readonly endings: readonly SeedEnding[];
  readonly problem: string | null;
}

interface Surroundings {
  /** null: the answer is not wanted any more. */
  readonly beside: Beside<SeedsQuestion | null, SeedsAnswer>;
  readonly later: Later;
}

interface Current {
  readonly id: number;
  readonly take: (change: (before: Seeds) => Seeds) => void;
}

/** Nobody needs the answer while the scenario is still changing. */
const quietMs = 350;

export class SeedRuns {
  private askBeside: ((question: SeedsQuestion | null) => void) | null = null;
  private current: Current | null = null;
  private lastId = 0;

  constructor(private readonly around: Surroundings) {}

  /**
   * Replaces the question from before. Returns how to stop.
   * @param take gets each change
   */
  ask(scenario: Scenario, take: Current['take']): () => void {
    const current: Current = { id: ++this.lastId, take };
    const { later } = this.around;
    const callOff = later(() => {
      this.current = current;
      this.askBeside ??= this.begin();
      this.askBeside({ id: current.id, scenario, count: seedCount });
    }, quietMs);
    return () => {
      callOff();
      if (this.current === current) this.current = null;
      this.askBeside?.(null);
    };
  }

  private begin(): (question: SeedsQuestion | null) => void {
    return this.around.beside(
      (answer) => {
        if (answer.id !== this.current?.id) return;
        this.current.take((before) =>
          answer.kind === 'failed'
            ? { ...before, problem: answer.problem }
            : { ...before, endings: [...before.endings, ...answer.endings] },
        );
      },
      (problem) => this.current?.take((before) => ({ ...before, problem })),
    );
  }
}
