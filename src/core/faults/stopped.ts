/** Stops a process for a while. `pause` and `suspend` share this. */
import type { ProcessId } from '../model/scenario/processId';
import { fromMs, type Micros, type Ms } from '../model/values/time';
import { ended, type Injection, pause, resume, type StoppedClocks, waitLasting } from './order';

/** Returns how far the wall clock is behind afterwards. */
export function* stopped(process: ProcessId, length: Ms, stoppedClocks: StoppedClocks): Injection<Micros> {
  if (!(yield* pause(process, stoppedClocks))) {
    yield* ended(process);
    return 0;
  }
  yield* waitLasting(fromMs(length));
  return yield* resume(process);
}
