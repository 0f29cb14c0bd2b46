/** The random wait between two tries. It keeps clients that collided from colliding again. */
import { type Program, random, sleep } from '../model/effect';
import { fromMs, type Micros, type Ms } from '../model/time';

interface Retrying {
  readonly retryDelay: Ms;
  readonly retryJitter: Ms;
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
