/**
 * A function of `fs` as a generator of calls, and the three ways to run it: at once, with a callback, as a promise. A
 * call that waits is a request to the file system of the run. In a run that makes no files each is answered at once.
 */
import type { FileAnswer } from '../../own/runFiles';
import { current, type GuestLife } from '../../realm/guest/guestLife';
import { type FileFailure, failure } from './failure';
import { notSimulated } from './fileCalls';

export type FileCall = readonly [command: string, ...args: (string | number)[]];
export type Steps<R> = Generator<FileCall, R, unknown>;
export type Then<R> = (error: unknown, value?: R) => void;

/** Who asks, for errors: the system call, and the paths as the code gave them. */
export interface About {
  readonly syscall: string;
  readonly paths?: readonly string[];
}

/** Makes one call. @throws the error that Node has */
export function* ask({ syscall, paths }: About, ...call: FileCall): Steps<unknown> {
  const [code, value] = (yield call) as FileAnswer;
  if (code === null) return value;
  if (code.startsWith(notSimulated))
    throw current().refuse(`${syscall} of node:fs is not simulated for ${code.slice(notSimulated.length)}.`);
  throw failure(code, syscall, paths);
}

/** Whether an error has this code. */
export const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && codes.includes(String((error as FileFailure).code));

function serveNow(life: GuestLife, call: FileCall): FileAnswer {
  const { file } = life.host;
  if (file === undefined) throw life.refuse('Files are not simulated here.');
  return JSON.parse(file(JSON.stringify(call)));
}

export function runNow<R>(steps: Steps<R>): R {
  const life = current();
  let next = steps.next();
  while (next.done !== true) next = steps.next(serveNow(life, next.value));
  return next.value;
}

export function runBack<R>(steps: Steps<R>, then: Then<R>): void {
  const life = current();
  const shares = life.begun.sharesFiles === true;
  const goOn = (answer: FileAnswer | undefined): void => {
    let next: IteratorResult<FileCall, R>;
    try {
      next = steps.next(answer);
      if (!shares) while (next.done !== true) next = steps.next(serveNow(life, next.value));
    } catch (error) {
      return then(error);
    }
    if (next.done === true) return then(null, next.value);
    life.askBack('file', JSON.stringify(next.value), (answered) => goOn(answered as FileAnswer));
  };
  process.nextTick(() => goOn(undefined));
}

export const runLater = <R>(steps: Steps<R>): Promise<R> =>
  new Promise((resolve, reject) => {
    runBack(steps, (error, value) => (error === null ? resolve(value as R) : reject(error)));
  });
