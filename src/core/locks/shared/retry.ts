/** A lock's tries. The random wait between two of them keeps clients that collided from colliding again. */
import { type Program, random, sleep } from '../../model/effects/effect';
import type { Held, Refused } from '../../model/scenario/lock';
import { fromMs, type Micros, type Ms } from '../../model/values/time';

interface Retrying {
  readonly retryDelay: Ms;
  readonly retryJitter: Ms;
}

interface Trying extends Retrying {
  readonly tries: number;
}

/** Tries until the lock is held, or no try is left, with the random wait in between. Returns the last answer. */
export function* untilHeld<Answer extends Held | Refused>(
  settings: Trying,
  tryOnce: () => Program<Answer>,
): Program<Answer> {
  for (let tried = 1; ; tried++) {
    const answer = yield* tryOnce();
    if (answer.kind === 'held' || tried === settings.tries) return answer;
    yield* sleepBeforeRetry(settings);
  }
}

/** The delay plus or minus the jitter. Every length in between is equally likely. */
export function* jittered(settings: Retrying): Program<Micros> {
  const jitter = fromMs(settings.retryJitter);
  const drawn = yield* random('retry', 2 * jitter + 1);
  return Math.max(0, fromMs(settings.retryDelay) + drawn - jitter);
}

export function* sleepBeforeRetry(settings: Retrying): Program {
  yield* sleep(yield* jittered(settings));
}
