/** The random wait between two tries, so that clients which collided do not collide again. */
import { type Program, random, sleep } from '../model/effect';
import { fromMs, type Ms } from '../model/time';

/** Sleeps for the delay, give or take the jitter; each length in between is as likely. */
export function* sleepBeforeRetry(settings: { readonly retryDelay: Ms; readonly retryJitter: Ms }): Program {
  const jitter = fromMs(settings.retryJitter);
  const drawn = yield* random('retry', 2 * jitter + 1);
  yield* sleep(Math.max(0, fromMs(settings.retryDelay) + drawn - jitter));
}
