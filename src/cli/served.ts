/** The end of a thread that has the functions. */
import type { MessagePort } from 'node:worker_threads';
import { type Functions, serving } from '../core/model/effects/calls';
import { inTask } from './inTask';

const turn = (): Promise<void> => inTask(() => {});

/** It takes what it needs of the port at once: other people's code that is loaded then may replace it. */
export function servedBy(port: MessagePort | null): (functions: Functions) => void {
  const post = port?.postMessage.bind(port);
  return (functions) =>
    port?.on(
      'message',
      serving(functions, (message, buffers) => post?.(message, buffers), turn),
    );
}
