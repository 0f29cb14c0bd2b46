/** What the simulated world does not have: the code of a client that asks for it is refused, by name. */
import { current, livingNow } from '../../realm/guest/life';
import { type Any, builtin, forClients, set } from './replace';

/** Functions that would go on in real time, by module. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['exec', 'execFile', 'fork', 'spawn', 'execSync', 'execFileSync', 'spawnSync'],
  'node:cluster': ['fork'],
  'node:dgram': ['createSocket'],
  'node:http': ['request', 'get', 'createServer'],
  'node:http2': ['connect', 'createServer'],
  'node:https': ['request', 'get', 'createServer'],
  'node:net': ['createServer'],
  'node:tls': ['connect', 'createServer'],
  'node:worker_threads': ['Worker'],
  'node:crypto': ['pbkdf2', 'scrypt', 'generateKeyPair', 'generateKey', 'hkdf', 'checkPrime', 'generatePrime'],
  'node:fs': ['readFile', 'writeFile', 'appendFile', 'open', 'stat', 'mkdir', 'unlink', 'rename', 'readdir', 'watch'],
  'node:fs/promises': ['readFile', 'writeFile', 'appendFile', 'open', 'stat', 'mkdir', 'unlink', 'rename', 'readdir'],
};

const refusedOfAll = ['fetch', 'WebSocket', 'BroadcastChannel', 'MessageChannel', 'EventSource'] as const;

export function patchRefused(): void {
  for (const [module, names] of Object.entries(refused))
    for (const name of names) refuse(builtin(module) as object, name, `${name} of ${module}`);
  for (const name of refusedOfAll) refuse(globalThis, name, name);
  // What require does with a native addon.
  refuse(process, 'dlopen', 'process.dlopen (a native addon)');
  const { Socket } = builtin('node:net') as typeof import('node:net');
  set(
    Socket.prototype,
    'connect',
    forClients(Socket.prototype.connect as Any, throwing('connect of a bare net.Socket')),
  );
  const { subtle } = globalThis.crypto;
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(subtle)))
    if (name !== 'constructor') refuse(subtle, name, `crypto.subtle.${name}`);
}

function refuse(owner: object, name: string, called: string): void {
  const real = (owner as Record<string, unknown>)[name];
  if (typeof real !== 'function') return;
  const isClass = /^class\b/.test(Function.prototype.toString.call(real));
  const instead = throwing(called);
  set(owner, name, isClass ? refusedClass(real as never, instead) : forClients((real as Any).bind(owner), instead));
}

const throwing = (called: string) => (): never => {
  throw current().refuse(`${called} is not simulated: it would go on in real time.`);
};

const refusedClass = (Real: new (...given: never[]) => object, instead: () => never): unknown =>
  new Proxy(Real, {
    construct: (made, given, target) =>
      livingNow() !== null ? instead() : (Reflect.construct(made, given, target) as object),
  });
