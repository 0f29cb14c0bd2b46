/** A process stands still for a while. A pause and a sleep of its machine share this. */
import type { ProcessId } from '../model/scenario';
import { fromMs, type Ms } from '../model/time';
import { ended, last, pause, resume, type Strike } from './order';

export function* stopped(process: ProcessId, length: Ms, how: { readonly asleep: boolean }): Strike {
  if (!(yield* pause(process, how))) return yield* ended(process);
  yield* last(fromMs(length));
  yield* resume(process);
}
