/** The side of a thread that has the functions. */
import type { MessagePort } from 'node:worker_threads';
import { type Functions, serving } from '../core/model/effects/calls';
import { inTask } from './inTask';

const turn = (): Promise<void> => inTask(() => {});

/** It takes the port's methods at once, because a user's code that is loaded later may replace them. */
export function servedBy(port: MessagePort | null): (functions: Functions) => void {
  const post = port?.postMessage.bind(port);
  return (functions) =>
    port?.on(
      'message',
      serving(functions, (message, buffers) => post?.(message, buffers), turn),
    );
}
