/** Why a run held that a fault could have broken, in one English sentence. */
import type { Times } from '../../model/values/format';
import type { Micros } from '../../model/values/time';

export const whyHeld = ({ formatAt }: Times) => ({
  wokeInTime: (client: string, woke: Micros, until: Micros) =>
    `${client} woke at ${formatAt(woke)}; it had to stop by ${formatAt(until)}, so it still had the lock.`,
  doneInTime: (client: string, done: Micros, until: Micros) =>
    `${client} was done at ${formatAt(done)}; it had to stop by ${formatAt(until)}, so it had the lock all along.`,
  nobodyCame: (client: string, until: Micros, done: Micros) =>
    `${client} had to stop by ${formatAt(until)} and was done only at ${formatAt(done)}; no other client got the lock before that.`,
});
