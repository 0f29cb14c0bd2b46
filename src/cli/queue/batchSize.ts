/** How many jobs of a search are sent together. */

export interface Load {
  /** Jobs that were not handed out yet. */
  readonly left: number;
  /** The time of one job, by the latest measurement. */
  readonly msPerJob: number;
  /** Threads that work for this search. */
  readonly workers: number;
}

/** In ms. A batch takes 5 to 10 s, so little goes over the wire and little is lost with a worker. */
const wanted = 7000;
/**
 * In ms. Towards the end of a level batches become smaller, so that all workers end together, but never smaller than
 * this.
 */
const least = 1000;

export function batchSize({ left, msPerJob, workers }: Load): number {
  const jobsIn = (ms: number): number => Math.max(1, Math.floor(ms / Math.max(1, msPerJob)));
  const share = Math.ceil(left / (2 * workers));
  return Math.min(left, jobsIn(wanted), Math.max(jobsIn(least), share));
}
