/** Programs that can be stopped from outside while they run on promises. */
import { Driver } from '../drive/drive';
import type { Program } from '../model/effect';
import type { Operation } from './operation';
import type { Site } from './site';

export interface Begun<R> {
  /** What it returned; undefined when it was cancelled, once it has cleaned up. Never settles when it was killed. */
  readonly result: Promise<R | undefined>;
  readonly cancel: () => void;
  /** Ends it on the spot. What it has sent is on its way all the same. */
  readonly kill: () => void;
}

/** Counted in the load as long as it runs, where its operation is. */
export function begin<R>(operation: Operation, { load }: Site, program: Program<R>): Begun<R> {
  const driver = new Driver(operation);
  if (operation.isCounted) load.begin();
  const { task, result } = driver.start(program);
  let { isCounted } = operation;
  const end = (): void => {
    if (isCounted) load.end();
    isCounted = false;
  };
  return {
    result: result.finally(end),
    cancel: () => driver.cancel(task),
    kill: () => {
      driver.kill(task);
      end();
    },
  };
}
