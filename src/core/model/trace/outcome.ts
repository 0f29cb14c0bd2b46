/** What a run came to: the fact about its lock, and the fact about its data. `severity.ts` says how bad both are. */

/**
 * The fact about the lock. overlap: two clients were inside at once. stuck: no client will ever get in again.
 * unavailable: no client finished a round for longer than the patience. expired: work reached the resource after its
 * client's lock had ended, and no other client happened to be inside. held: none of these, and every client that
 * wanted the lock got it. unknown: the run is too short to judge, or proves nothing.
 */
export const lockFacts = ['overlap', 'stuck', 'unavailable', 'expired', 'held', 'unknown'] as const;
export type LockFact = (typeof lockFacts)[number];

/**
 * The fact about the data. The first that applies: a half write stays; a deed was done twice; an accepted write was
 * destroyed; a late write came and was refused; two were inside or a late write was accepted, and nothing was lost
 * although nothing prevented it; none of these; it cannot be judged.
 */
export const dataFacts = ['torn', 'twice', 'lost', 'refused', 'lucky', 'safe', 'unknown'] as const;
export type DataFact = (typeof dataFacts)[number];
