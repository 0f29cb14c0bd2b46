/**
 * The threads of one worker. Each does one batch at a time, and keeps its space for the next batch of the same
 * search.
 */
import type { Branch } from '../../search/explore/branch';
import type { Space } from '../../search/explore/space';
import type { Hire, SearchWorker } from '../../search/explore/workers';
import type { Batch, Outcome } from './batch';

interface Place {
  readonly of: string;
  readonly worker: SearchWorker;
  readonly waiting: { finished: (branches: readonly Branch[]) => void; died: (problem: string) => void };
}

export class ParcelThreads {
  private readonly idle: Place[] = [];
  private readonly all = new Set<Place>();

  constructor(
    private readonly hireFor: (space: Space) => Promise<Hire>,
    private readonly now: () => number,
  ) {}

  /** Whether a batch is in progress. */
  get areBusy(): boolean {
    return this.all.size > this.idle.length;
  }

  /** @returns null if nobody wants it any more. Rejects if its thread dies. */
  async do({ space, jobs }: Batch, isWanted: () => Promise<boolean>): Promise<Outcome | null> {
    const from = this.now();
    const place = await this.placeFor(space);
    const results: (readonly Branch[])[] = [];
    try {
      for (const job of jobs) {
        const branches = new Promise<readonly Branch[]>((resolve, reject) => {
          place.waiting.finished = resolve;
          place.waiting.died = (problem) => reject(new Error(problem));
        });
        place.worker.send(job);
        const [done, goesOn] = await Promise.all([branches, isWanted()]);
        if (!goesOn) return null;
        results.push(done);
      }
      return { ms: this.now() - from, results };
    } finally {
      if (this.all.has(place)) this.idle.push(place);
    }
  }

  end(): void {
    for (const { worker } of this.all) worker.end();
    this.all.clear();
  }

  private async placeFor(space: Space): Promise<Place> {
    const of = JSON.stringify(space);
    const same = this.idle.findIndex((place) => place.of === of);
    const [known] = this.idle.splice(Math.max(0, same), 1);
    if (known?.of === of) return known;
    // A thread knows one space, and the number of threads does not change.
    if (known !== undefined) {
      known.worker.end();
      this.all.delete(known);
    }
    const waiting: Place['waiting'] = { finished: () => {}, died: () => {} };
    const hire = await this.hireFor(space);
    const worker = hire({
      finished: (branches) => waiting.finished(branches),
      died: (problem) => {
        this.all.delete(place);
        waiting.died(problem);
      },
    });
    const place: Place = { of, worker, waiting };
    this.all.add(place);
    return place;
  }
}
