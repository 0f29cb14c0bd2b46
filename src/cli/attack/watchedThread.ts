/** A thread in which the code of a lock runs. Code that never comes to rest is ended from outside. */
import type { ResourceLimits } from 'node:worker_threads';
import type { Connect, Line } from '../../core/model/effects/calls';
import type { Text } from '../../core/model/values/text';
import { unrest, watchedMemory } from '../../sandbox/attack/watch';
import { threadApart } from '../threads';
import type { ThreadData } from './attackMessages';
import * as words from './attackWords';

/** How often the thread is checked by default, in ms. Code that has not moved after ten checks is ended: 10 s. */
const lookEveryUsual = 1000;
const looksMost = 10;
/** Code is also ended after this many inconclusive checks in a row: 60 s. */
const busyMost = 60;

/** Libraries leave much data behind that lasts for one run. */
const limits: ResourceLimits = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 1024 };

/** Replaces the message of a thread that was ended because its code did not come to rest. */
const doesNotSettle = 'the code does not come to rest';
/** The same if the cause is not known. */
const tooBusy = 'the machine is too busy';

/** The message about such a thread. */
export const exitReason = (problem: string): Text => {
  if (problem === doesNotSettle) return words.doesNotSettle;
  return problem === tooBusy ? words.tooBusy : words.threadEnded(problem);
};

/** How many threads are watched. */
let watched = 0;

/**
 * Whether a thread with this share of a processor waits for its turn on a busy machine. Code that loops uses all of it,
 * and code that blocks its thread uses none.
 */
const isStarved = (share: number): boolean => share > 0.05 && share < 0.5;

/** The CPU time of this process, over all processors. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @param lookEvery in ms */
export const watchedThread =
  (program: string, bundle: ThreadData['bundle'], lookEvery = lookEveryUsual): Connect =>
  ({ takeMessage, lost }): Line => {
    const memory = watchedMemory();
    const isUnrest = unrest(memory);
    let [looks, busy] = [0, 0];
    let spent = processorMs();
    let isWatched = true;
    watched++;
    const forget = (): void => {
      if (isWatched) watched--;
      isWatched = false;
      clearInterval(looking);
    };
    const looking = setInterval(() => {
      const had = processorMs() - spent;
      spent += had;
      if (!isUnrest()) [looks, busy] = [0, 0];
      else if (isStarved(had / watched / lookEvery)) busy++;
      else looks++;
      if (looks >= looksMost || busy >= busyMost) lost(looks < looksMost ? tooBusy : doesNotSettle);
    }, lookEvery);
    const { send, end } = threadApart(program, { bundle, memory }, limits)({ takeMessage, lost });
    return {
      send,
      end: () => {
        forget();
        end();
      },
    };
  };
