/** The random wait between two tries. It keeps clients that collided from colliding again. */
import { type Program, random, sleep } from '../model/effect';
import { fromMs, type Ms } from '../model/time';

/** Sleeps for the delay plus or minus the jitter. Every length in between is equally likely. */
export function* sleepBeforeRetry(settings: { readonly retryDelay: Ms; readonly retryJitter: Ms }): Program {
  const jitter = fromMs(settings.retryJitter);
  const drawn = yield* random('retry', 2 * jitter + 1);
  yield* sleep(Math.max(0, fromMs(settings.retryDelay) + drawn - jitter));
}
