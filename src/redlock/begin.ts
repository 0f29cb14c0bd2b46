/** Programs that can be stopped from outside while they run on promises. */
import { Driver } from '../drive/drive';
import type { Program } from '../model/effect';
import type { Operation } from './operation';

export interface Begun<R> {
  /** What it returned; undefined when it was cancelled, once it has cleaned up. Never settles when it was killed. */
  readonly result: Promise<R | undefined>;
  readonly cancel: () => void;
  /** Ends it on the spot. What it has sent is on its way all the same. */
  readonly kill: () => void;
}

export function begin<R>(operation: Operation, program: Program<R>): Begun<R> {
  const driver = new Driver(operation);
  const { task, result } = driver.start(program);
  return {
    result,
    cancel: () => driver.cancel(task),
    kill: () => {
      driver.kill(task);
      operation.ended();
    },
  };
}
