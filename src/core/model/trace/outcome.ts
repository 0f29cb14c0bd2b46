/** The outcome of a run: the fact about its lock and the fact about its data. `severity.ts` says how bad they are. */

/**
 * The fact about the lock. overlap: it had two holders at once. stuck: no client will ever get in again. unavailable:
 * no client finished a round for longer than the patience. expired: work reached the resource after its client's lock
 * had ended, and no other client happened to be inside. held: none of these, and every client that wanted the lock got
 * it. unknown: the run is too short to judge, or proves nothing.
 */
export const lockFacts = ['overlap', 'stuck', 'unavailable', 'expired', 'held', 'unknown'] as const;
export type LockFact = (typeof lockFacts)[number];

/**
 * The fact about the data. The first that applies: an object stays half-written; an action was done twice; an accepted
 * write was destroyed; a late write was rejected; there were two holders at once or a late write was accepted, and only
 * luck prevented a loss; none of these; it cannot be judged.
 */
export const dataFacts = ['torn', 'twice', 'lost', 'refused', 'lucky', 'safe', 'unknown'] as const;
export type DataFact = (typeof dataFacts)[number];
