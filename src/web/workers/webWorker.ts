/** Carries calls between a page, or a worker, and a web worker. */
import { type Connect, type Functions, Gone, serving } from '../../core/model/effects/calls';

export type WorkerPort = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

/** To a web worker. If it could not be loaded, no reason is known and the message is empty. */
export const webWorker =
  (start: () => WorkerPort): Connect =>
  ({ takeMessage, lost }) => {
    const worker = started(start);
    worker.addEventListener('message', ({ data }: MessageEvent) => takeMessage(data));
    worker.addEventListener('error', ({ message }: Partial<ErrorEvent>) => lost(message ?? ''));
    return { send: (message) => worker.postMessage(message), end: () => worker.terminate() };
  };

function started(start: () => WorkerPort): WorkerPort {
  try {
    return start();
  } catch {
    // A frame without an origin starts no worker.
    throw new Gone('');
  }
}

/** A worker as it sees itself. */
export interface Port {
  postMessage(message: unknown, options: { transfer: ArrayBuffer[] }): void;
  addEventListener(kind: 'message', hear: (event: MessageEvent) => void): void;
}

/** From a web worker, which has the functions. */
export function serve(port: Port, functions: Functions): void {
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  const take = serving(functions, (message, transfer) => port.postMessage(message, { transfer }), turn);
  port.addEventListener('message', ({ data }) => take(data));
}
