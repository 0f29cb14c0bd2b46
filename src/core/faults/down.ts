/** A process is down for a while. A crash and a loss of power share this. */
import type { ProcessId } from '../model/scenario/processId';
import { fromMs, type Ms } from '../model/values/time';
import { crash, type Injection, start, waitOrEnd } from './order';

/**
 * Ends the process and starts it again. A start belongs to its crash: if the process was started and crashed again in
 * between, it stays down.
 */
export function* down(process: ProcessId, restartAfter: Ms | 'never', how: { readonly power: boolean }): Injection {
  const life = yield* crash(process, how);
  if (life === null || restartAfter === 'never') return;
  yield* waitOrEnd(fromMs(restartAfter));
  yield* start(process, life);
}
