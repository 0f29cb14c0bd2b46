/** What the simulated world does not have. Code of a client that asks for it is refused, and the refusal names it. */
import { current, currentProcess } from '../../realm/guest/guestIncarnation';
import { type Any, builtin, set } from './replace';

/** Functions of `fs` that the simulated file system lacks. Each has a variant that waits. */
const ofFiles = 'readv writev symlink readlink cp opendir statfs chmod fchmod lchmod chown fchown lchown'.split(' ');

/** Functions that reach outside the simulated world, by module. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'node:async_hooks': ['createHook', 'executionAsyncResource'],
  'node:child_process': ['exec', 'execFile', 'fork', 'spawn', 'execSync', 'execFileSync', 'spawnSync'],
  'node:cluster': ['fork'],
  'node:dgram': ['createSocket'],
  'node:http': ['request', 'get', 'createServer'],
  'node:http2': ['connect', 'createServer'],
  'node:https': ['request', 'get', 'createServer'],
  'node:net': ['createServer'],
  'node:tls': ['connect', 'createServer'],
  'node:worker_threads': ['Worker'],
  'node:inspector': ['Session', 'open'],
  'node:v8': ['setFlagsFromString', 'writeHeapSnapshot', 'getHeapSnapshot'],
  'node:crypto': ['pbkdf2', 'scrypt', 'generateKeyPair', 'generateKey', 'hkdf', 'checkPrime', 'generatePrime'],
  'node:fs': ['watch', 'watchFile', 'openAsBlob'],
  'node:fs/promises': ['watch', ...ofFiles],
};

const refusedOfAll = ['fetch', 'WebSocket', 'BroadcastChannel', 'MessageChannel', 'EventSource'] as const;

/** Database clients begin with this call. */
export const bareSocket = 'connect of a bare net.Socket';

export function patchRefused(): void {
  for (const [module, names] of Object.entries(refused))
    for (const name of names) refuse(builtin(module) as object, name, `${name} of ${module}`);
  for (const name of ofFiles.flatMap((each) => [each, `${each}Sync`]))
    refuse(builtin('node:fs') as object, name, `${name} of node:fs`);
  for (const name of refusedOfAll) refuse(globalThis, name, name, name === 'fetch' ? overHttp : '');
  // Both write to the terminal themselves.
  refuse(process.report, 'writeReport', 'writeReport of process.report');
  refuse(process, '_rawDebug', 'process._rawDebug');
  // `require` calls it for a native addon.
  refuse(process, 'dlopen', 'process.dlopen (a native addon)');
  const { Socket } = builtin('node:net') as typeof import('node:net');
  refuse(Socket.prototype, 'connect', bareSocket);
  const { subtle } = globalThis.crypto;
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(subtle)))
    if (name !== 'constructor') refuse(subtle, name, `crypto.subtle.${name}`);
}

const outside =
  ': it reaches out of the simulated world, whose clocks and network it would not follow. A lock may use clients of Redis, timers, clocks, randomness and hashes, and may read and write files';

const overHttp = ' A lock that asks Redis over HTTP, as @upstash/redis does, can be attacked over ioredis or redis.';

function refuse(owner: object, name: string, called: string, wayOut = ''): void {
  const real = (owner as Record<string, unknown>)[name];
  if (typeof real !== 'function') return;
  const mayGoOn = (): void => {
    if (currentProcess() !== null) throw current().refuse(`${called} is not simulated${outside}.${wayOut}`);
  };
  // Some are called with `new` and some without, and the proxy cannot see which.
  const instead = new Proxy(real as Any & (new (...inputs: never[]) => object), {
    apply: (run, self, inputs) => {
      mayGoOn();
      return Reflect.apply(run, self, inputs);
    },
    construct: (original, inputs, target) => {
      mayGoOn();
      return Reflect.construct(original, inputs, target);
    },
  });
  set(owner, name, instead);
}
