/** The process of a client: its number, how it ends, and that what nobody catches ends it. */
import { current, livingNow } from '../../realm/guest/life';
import { console as ownConsole, process as ownProcess } from '../../realm/guest/modules';
import { type Any, alsoPutBack, define, forClients, replaceIn, set } from './replace';

const firstPid = 1000;

export function patchProcess(): void {
  const { pid } = process;
  define(process, 'pid', {
    get: () => (livingNow() === null ? pid : firstPid + current().begun.number),
    configurable: true,
  });
  const { nextTick } = process;
  // An exception in a tick would leave Node's own list of them behind in disorder.
  set(process, 'nextTick', (run: Any, ...given: unknown[]): void => {
    const life = livingNow();
    if (life === null) nextTick(run, ...given);
    else nextTick(() => life.callBack(() => void run(...given)));
  });
  replaceIn(process, {
    exit: () => current().exit(new Error('process.exit was called')),
    kill: () => current().exit(new Error('process.kill was called')),
  });
  set(
    process,
    'emitWarning',
    forClients(process.emitWarning as Any, () => undefined),
  );
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const)
    set(console, name, forClients(console[name] as Any, ownConsole[name]));
  hearUncaught();
  replaceIn(process, { on: ownProcess.on, once: ownProcess.once, addListener: ownProcess.addListener });
}

/** What the code of a client rejects or throws, and nobody catches, ends its process. */
function hearUncaught(): void {
  const hear = (error: unknown): void => {
    const life = livingNow();
    if (life === null) throw error;
    life.uncaught(error);
  };
  const events = ['unhandledRejection', 'uncaughtException'] as const;
  for (const event of events) process.on(event, hear);
  alsoPutBack(() => {
    for (const event of events) process.off(event, hear);
  });
}
