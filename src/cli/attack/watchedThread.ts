/** A thread in which the code of a lock runs. Code that never comes to rest is ended from outside. */
import type { ResourceLimits } from 'node:worker_threads';
import { unrest, watchedMemory } from '../../sandbox/attack/watch';
import { hireApart, type Thread, type ThreadEvents } from '../threads';
import type { ThreadJob } from './attackMessages';

/** How often the thread is checked by default, in ms. Code that has not moved after ten checks is ended: 10 s. */
const lookEveryUsual = 1000;
const looksMost = 10;

/** Libraries leave much data behind that lasts for one run. */
const limits: ResourceLimits = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 1024 };

/** Replaces the message of a thread that was ended because its code did not come to rest. */
export const neverRests = 'the code does not come to rest';

type WithoutPorts<T> = T extends unknown ? Omit<T, 'memory' | 'port'> : never;

export function watchedThread<Job, Answer>(
  program: string,
  job: WithoutPorts<ThreadJob>,
  { finished, died }: ThreadEvents<Answer>,
  lookEvery = lookEveryUsual,
): Thread<Job> {
  const memory = watchedMemory();
  const isUnrest = unrest(memory);
  let looks = 0;
  const looking = setInterval(() => {
    looks = isUnrest() ? looks + 1 : 0;
    if (looks < looksMost) return;
    end();
    died(neverRests);
  }, lookEvery);
  const thread = hireApart<Job, Answer>(
    program,
    { ...job, memory },
    {
      finished,
      died: (problem) => {
        clearInterval(looking);
        died(problem);
      },
    },
    limits,
  );
  const end = (): void => {
    clearInterval(looking);
    thread.end();
  };
  return { send: thread.send, end };
}
