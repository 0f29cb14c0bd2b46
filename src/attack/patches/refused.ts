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
  const { subtle } = globalThis.crypto;
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(subtle)))
    if (name !== 'constructor') refuse(subtle, name, `crypto.subtle.${name}`);
}

function refuse(owner: object, name: string, called: string): void {
  const real = (owner as Record<string, unknown>)[name];
  if (typeof real !== 'function') return;
  const isClass = /^class\b/.test(Function.prototype.toString.call(real));
  const throwing = (): never => {
    throw current().refuse(`${called} is not simulated: it would go on in real time.`);
  };
  set(owner, name, isClass ? refusedClass(real as never, throwing) : forClients((real as Any).bind(owner), throwing));
}

const refusedClass = (Real: new (...given: never[]) => object, throwing: () => never): unknown =>
  new Proxy(Real, {
    construct: (made, given, target) =>
      livingNow() !== null ? throwing() : (Reflect.construct(made, given, target) as object),
  });
