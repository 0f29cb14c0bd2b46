/**
 * A function of `fs` as a generator of calls, and the three ways to run it: at once, with a callback, as a promise. A
 * call that waits is a request to the file system of the run. In a run that makes no files each is answered at once.
 */
import type { FileAnswer } from '../../own/runFiles';
import { current, type GuestIncarnation } from '../../realm/guest/guestIncarnation';
import { failure } from './failure';
import { notSimulated } from './fileCalls';

export type FileCall = readonly [command: string, ...args: (string | number)[]];
export type Steps<R> = Generator<FileCall, R, FileAnswer>;

/** What errors name: the system call, and the paths as the code gave them. */
export interface About {
  readonly syscall: string;
  readonly paths?: readonly string[];
}

/** Makes one call. @throws the error that Node has */
export function* ask({ syscall, paths }: About, ...call: FileCall): Steps<unknown> {
  const [code, value] = yield call;
  if (code === null) return value;
  if (code.startsWith(notSimulated))
    throw current().refuse(`${syscall} of node:fs is not simulated for ${code.slice(notSimulated.length)}.`);
  throw failure(code, syscall, paths);
}

/** Whether an error has this code. */
export const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

function serveNow(life: GuestIncarnation, call: FileCall): FileAnswer {
  const { file } = life.host;
  if (file === undefined) throw life.refuse('Files are not simulated here.');
  return JSON.parse(file(JSON.stringify(call)));
}

export function runNow<R>(steps: Steps<R>): R {
  const life = current();
  return nowFrom(steps, steps.next(nothingYet), (call) => serveNow(life, call));
}

/** What a generator gets first, and does not read. */
const nothingYet: FileAnswer = [null, null];

function nowFrom<R>(steps: Steps<R>, first: IteratorResult<FileCall, R>, serve: (call: FileCall) => FileAnswer): R {
  let next = first;
  while (next.done !== true) next = steps.next(serve(next.value));
  return next.value;
}

/** Exactly one of the two is called, later and once. */
export interface Ending<R> {
  readonly done: (value: R) => void;
  readonly failed: (error: unknown) => void;
}

export function runBack<R>(steps: Steps<R>, { done, failed }: Ending<R>): void {
  const life = current();
  const shares = life.begun.sharesFiles === true;
  const goOn = (answer: FileAnswer): void => {
    let result: R;
    try {
      const next = steps.next(answer);
      if (shares && next.done !== true) {
        life.askBack('file', JSON.stringify(next.value), (answered) => goOn(answerIn(answered)));
        return;
      }
      result = nowFrom(steps, next, (call) => serveNow(life, call));
    } catch (error) {
      return failed(error);
    }
    done(result);
  };
  process.nextTick(() => goOn(nothingYet));
}

const answerIn = (answered: unknown): FileAnswer =>
  Array.isArray(answered) ? [answered[0], answered[1]] : ['EIO', null];

export const runLater = <R>(steps: Steps<R>): Promise<R> =>
  new Promise((done, failed) => {
    runBack(steps, { done, failed });
  });
