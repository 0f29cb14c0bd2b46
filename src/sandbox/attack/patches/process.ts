/** The process of a client: its number and how it ends. An error that nobody catches ends it. */
import { current, currentProcess } from '../../realm/guest/guestIncarnation';
import { hostName, kill, console as ownConsole, process as ownProcess, processId } from '../../realm/guest/modules';
import { type Any, builtin, define, forClients, onRestore, replaceIn, set } from './replace';

export function patchProcess(): void {
  const { pid } = process;
  define(process, 'pid', {
    get: () => (currentProcess() === null ? pid : processId()),
    configurable: true,
  });
  const { nextTick } = process;
  // An exception in a tick would leave Node's own list of ticks in disorder.
  set(process, 'nextTick', (run: Any, ...inputs: unknown[]): void => {
    const life = currentProcess();
    if (life === null) nextTick(run, ...inputs);
    else nextTick(() => life.callBack(() => void run(...inputs)));
  });
  replaceIn(process, {
    exit: () => current().leave('process.exit was called'),
    reallyExit: () => current().leave('process.reallyExit was called'),
    abort: () => current().leave('process.abort was called'),
    kill,
  });
  set(
    process,
    'emitWarning',
    forClients(process.emitWarning as Any, () => undefined),
  );
  replaceIn(builtin('node:os'), { hostname: hostName });
  replaceIn(console, ownConsole);
  for (const stream of [process.stdout, process.stderr]) replaceIn(stream, { write: say });
  hearUncaught();
  const { on, once, off, addListener, prependListener, prependOnceListener, removeListener, removeAllListeners } =
    ownProcess;
  replaceIn(process, { on, once, off, addListener, prependListener, prependOnceListener });
  replaceIn(process, { removeListener, removeAllListeners });
}

/** What the code prints goes into its log, not into the command's output. */
function say(text: unknown, ...rest: unknown[]): boolean {
  ownConsole.log(String(text).trimEnd());
  const written = rest.at(-1);
  if (typeof written === 'function') process.nextTick(written as Any);
  return true;
}

/** If the code of a client rejects or throws and nobody catches it, its process ends. */
function hearUncaught(): void {
  const hear = (error: unknown): void => {
    const life = currentProcess();
    if (life === null) throw error;
    life.uncaught(error);
  };
  const events = ['unhandledRejection', 'uncaughtException'] as const;
  for (const event of events) process.on(event, hear);
  onRestore(() => {
    for (const event of events) process.off(event, hear);
  });
}
