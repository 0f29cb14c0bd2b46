/**
 * Each message can be late, in classes: so little that its client still waits for the answer, so much that it has just
 * stopped waiting, and so much that the lease is over and another client has been inside. A lost one never comes (`lose`).
 */
import { lengthMax, type Ms } from '../model/time';
import { inMs, type Placed, type Survey } from './places';

const below = 0.9;
const above = 1.1;

export const delay: Placed = {
  strengths: [inMs('by')],
  isTold: true,
  places: ({ messages, lengths }) =>
    messages.flatMap(({ message, slack, at, seq }) =>
      classesOf(slack, lengths).map((by) => ({
        fault: { kind: 'delay', message, by } as const,
        process: message.from,
        at,
        seq,
      })),
    ),
};

/** A client that waits for ever has no class for its time limit. The lease then has one more, just below. */
function classesOf(slack: Ms | null, [underLease, , overLease]: Survey['lengths']): readonly Ms[] {
  const lengths = slack === null ? [underLease] : [Math.floor(slack * below), justOver(slack)];
  return [...lengths, overLease].filter((length, index, all) => length > 0 && all.indexOf(length) === index);
}

/** So much later that the client no longer waits. */
export const justOver = (slack: Ms): Ms => Math.min(lengthMax, Math.ceil(slack * above));
