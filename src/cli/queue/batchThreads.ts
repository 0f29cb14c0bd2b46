/**
 * The threads of one worker. Each does one batch at a time, and keeps its space for the next batch of the same
 * search.
 */
import type { Branch } from '../../search/explore/branch';
import type { Job } from '../../search/explore/search';
import type { Space } from '../../search/explore/space';
import type { SearchWorker, SpawnWorker } from '../../search/explore/workers';
import type { Batch, Outcome } from './batch';

interface BatchThread {
  readonly of: string;
  readonly worker: SearchWorker;
}

export class BatchThreads {
  private readonly idle: BatchThread[] = [];
  private readonly all = new Set<BatchThread>();

  constructor(
    private readonly spawnFor: (space: Space) => Promise<SpawnWorker>,
    private readonly now: () => number,
  ) {}

  /** Whether a batch is in progress. */
  get areBusy(): boolean {
    return this.all.size > this.idle.length;
  }

  /** @returns null if no search wants it any more. Rejects if its thread crashes. */
  async do({ space, jobs }: Batch, isWanted: () => Promise<boolean>): Promise<Outcome | null> {
    const from = this.now();
    const thread = await this.threadFor(space);
    const results: (readonly Branch[])[] = [];
    try {
      for (const job of jobs) {
        const [branches, goesOn] = await Promise.all([this.work(thread, job), isWanted()]);
        if (!goesOn) return null;
        results.push(branches);
      }
      return { ms: this.now() - from, results };
    } finally {
      if (this.all.has(thread)) this.idle.push(thread);
    }
  }

  end(): void {
    for (const { worker } of this.all) worker.end();
    this.all.clear();
  }

  private async threadFor(space: Space): Promise<BatchThread> {
    const of = JSON.stringify(space);
    const same = this.idle.findIndex((thread) => thread.of === of);
    const [idleThread] = this.idle.splice(Math.max(0, same), 1);
    if (idleThread?.of === of) return idleThread;
    // A thread knows one space, and the number of threads does not change.
    if (idleThread !== undefined) {
      idleThread.worker.end();
      this.all.delete(idleThread);
    }
    const hire = await this.spawnFor(space);
    const thread: BatchThread = { of, worker: hire() };
    this.all.add(thread);
    return thread;
  }

  private work(thread: BatchThread, job: Job): Promise<readonly Branch[]> {
    return thread.worker.work(job).catch((error) => {
      this.all.delete(thread);
      thread.worker.end();
      throw error;
    });
  }
}
