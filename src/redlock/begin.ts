/** Programs that can be stopped from outside while they run on promises. */

import type { Program } from '../core/model/effects/effect';
import { Driver } from '../core/promises/drive';
import type { Operation } from './operation';

export interface Begun<R> {
  /**
   * What the program returned. Undefined for a cancelled program, once it has cleaned up. Never settles for a killed
   * one.
   */
  readonly result: Promise<R | undefined>;
  readonly cancel: () => void;
  /** Ends the program at once. Commands that were already sent are still delivered. */
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
