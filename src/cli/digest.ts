/** A short digest of a text: it names a job of the queue, and says to which shard a part of a space belongs. */
import { createHash } from 'node:crypto';

/** @returns 24 hexadecimal digits */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);
