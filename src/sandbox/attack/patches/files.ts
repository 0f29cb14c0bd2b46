/**
 * Node's files: code reads what the project has, and whatever it writes stays in the simulation (`files/`). What is not
 * simulated is refused.
 */
import { promisify } from 'node:util';
import { current, currentProcess } from '../../realm/guest/guestIncarnation';
import { type Ending, runBack, runLater, runNow } from '../files/asking';
import { badArgument } from '../files/failure';
import { SimulatedHandle } from '../files/fileHandle';
import * as functions from '../files/functions';
import { type Any, builtin, forClients, replaceIn, set } from './replace';

/** Functions with the same arguments in all three forms. */
const all: Readonly<Record<string, Any>> = {
  access: functions.access,
  appendFile: functions.appendFile,
  copyFile: functions.copyFile,
  link: functions.link,
  lstat: functions.lstat,
  lutimes: functions.utimes,
  mkdir: functions.mkdir,
  mkdtemp: functions.mkdtemp,
  readdir: functions.readdir,
  readFile: functions.readFile,
  realpath: functions.realpath,
  rename: functions.rename,
  rm: functions.rm,
  rmdir: functions.rmdir,
  stat: functions.stat,
  truncate: functions.truncate,
  unlink: functions.unlink,
  utimes: functions.utimes,
  writeFile: functions.writeFile,
};

/** Functions of a descriptor. In `fs/promises` they are methods of a handle. */
const ofDescriptors: typeof all = {
  close: functions.close,
  fdatasync: functions.fsync,
  fstat: functions.fstat,
  fsync: functions.fsync,
  ftruncate: functions.ftruncate,
  futimes: functions.futimes,
  open: functions.open,
  read: functions.read,
  write: functions.write,
};

export function patchFiles(): void {
  const fs: Record<string, unknown> & { readonly promises: object } = builtin('node:fs');
  for (const [name, steps] of Object.entries({ ...all, ...ofDescriptors })) {
    patchOne(fs, name, (...inputs) => back(name, steps, inputs));
    patchOne(fs, `${name}Sync`, (...inputs) => runNow(steps(...inputs)));
  }
  for (const [name, steps] of Object.entries(all))
    replaceIn(fs.promises, { [name]: async (...inputs: unknown[]) => runLater(steps(...inputs)) });
  replaceIn(fs.promises, {
    open: async (path: unknown, flags?: unknown) => new SimulatedHandle(await runLater(functions.open(path, flags))),
  });
  patchOne(fs, 'exists', (path: unknown, then: Any) =>
    runBack(
      functions.exists(path),
      calledBack((_, isThere) => then(isThere === true)),
    ),
  );
  patchOne(fs, 'existsSync', (path: unknown) => runNow(functions.exists(path)));
}

/** The properties that Node sets on a function stay: `realpath.native`, and how `promisify` reads its results. */
function patchOne(fs: Record<string, unknown>, name: string, simulated: Any): void {
  const real = fs[name];
  if (!isFunction(real)) return;
  const both = forClients(real, simulated);
  for (const key of Object.getOwnPropertySymbols(real))
    Object.defineProperty(both, key, { ...Object.getOwnPropertyDescriptor(real, key), configurable: true });
  if (name === 'exists')
    Object.defineProperty(both, promisify.custom, {
      value: (path: unknown) => (currentProcess() === null ? promisify(real)(path) : runLater(functions.exists(path))),
    });
  if ('native' in real)
    Object.assign(both, { native: forClients(isFunction(real.native) ? real.native : real, simulated) });
  set(fs, name, both);
}

/** Their callback also gets the buffer or text that was read into or written. */
const withBuffer: ReadonlySet<string> = new Set(['read', 'write']);

function back(name: string, make: Any, inputs: unknown[]): void {
  const last = inputs.at(-1);
  const then = isFunction(last) ? last : undefined;
  if (then !== undefined) inputs.pop();
  if (then === undefined && name !== 'close') throw badArgument('The "cb" argument must be of type function.');
  if (!withBuffer.has(name)) return runBack(make(...inputs), calledBack(then));
  const { view } = name === 'read' ? functions.readingOf(inputs.slice(1)) : { view: inputs[1] };
  const reading =
    name === 'read' && !ArrayBuffer.isView(inputs[1]) ? [inputs[0], { ...Object(inputs[1]), buffer: view }] : inputs;
  runBack(make(...reading), calledBack(then && ((error, count) => then(error, count, view))));
}

/** Nobody catches what a callback throws. */
function calledBack(then: Any = () => {}): Ending<unknown> {
  const life = current();
  return {
    done: (value) => life.callBack(() => void then(null, value)),
    failed: (error) => life.callBack(() => void then(error)),
  };
}

const isFunction = (value: unknown): value is Any => typeof value === 'function';
