/**
 * Code that tries to get out of the sandbox, to hang it, to fill it, or to forge what happened. Each is the body of
 * an acquire. Code that got out logs `ESCAPED`. A control lock runs after each attack, and must be unaffected.
 */

const body = (code: string): string => `
export const settings = { nodes: 1, ttl: 1000 };
const escaped = (what) => console.log('ESCAPED: ' + what);
export async function acquire(lock) {
  ${code}
  return (await lock.redis[0].set(lock.key, 'x', 'NX', 'PX', lock.ttl)) === 'OK';
}
export async function release(lock) { await lock.redis[0].del(lock.key); return true; }
`;

/** Names that a page, a worker or Node has and the realm lacks. */
const outside = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'Worker',
  'importScripts',
  'postMessage',
  'self',
  'window',
  'document',
  'localStorage',
  'indexedDB',
  'caches',
  'navigator',
  'location',
  'WebAssembly',
  'SharedArrayBuffer',
  'BroadcastChannel',
  'Deno',
  'Bun',
  'module',
  '__host',
  'std',
  'os',
  'scriptArgs',
  'print',
  'WeakRef',
  'FinalizationRegistry',
] as const;

const imports = outside
  .map((name) => `if (typeof ${name} !== 'undefined' && '${name}' !== 'module') escaped('${name}');`)
  .join('\n  ');

const bodies: Readonly<Record<string, string>> = {
  'reaches for what a page has': imports,
  'reaches for what Node has': `if (process.binding || process.mainModule || process.env.PATH) escaped('process');`,
  'asks for the file system': `try { require('fs'); escaped('fs'); } catch {}`,
  'asks for a child process': `try { require('node:child_process'); escaped('child_process'); } catch {}`,
  'asks for a module by a path': `try { require('../own/life'); escaped('own'); } catch {} try { require('./redis'); escaped('guest'); } catch {}`,
  'asks for a module by a name that every object has': `for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) try { require(name); escaped(name); } catch {}`,
  'imports a module at once': `try { await import('https://example.org/x.js'); escaped('import'); } catch {}`,
  'imports from a data address': `try { await import('data:text/javascript,export default 1'); escaped('data'); } catch {}`,
  'climbs by constructors': `const F = lock.redis[0].set?.constructor?.constructor; try { const g = F && F('return this')(); if (g && (g.fetch || g.postMessage)) escaped('global'); } catch {}`,
  'climbs by a generator': `const G = Object.getPrototypeOf(function* () {}).constructor; try { const g = G('return this')().next().value; if (g && g.postMessage) escaped('global'); } catch {}`,
  'climbs by an async function': `const A = Object.getPrototypeOf(async () => {}).constructor; try { const g = await A('return this')(); if (g && g.postMessage) escaped('global'); } catch {}`,
  'evaluates text': `const g = (0, eval)('globalThis'); if (g.postMessage || g.fetch) escaped('eval');`,
  'climbs by an error': `try { null.x; } catch (e) { const g = e.constructor.constructor('return this')(); if (g.postMessage) escaped('error'); }`,
  'reads the stack of the caller': `function who() { return who.caller; } try { if (who()?.caller) escaped('caller'); } catch {}`,
  'looks for our own side in the stack': `if (/node:|http:|file:/.test(new Error().stack ?? '')) escaped('stack');`,
  'prepares stack traces': `Error.prepareStackTrace = (_, calls) => { if (calls?.[0]?.getThis) escaped('call sites'); return ''; }; void new Error().stack; delete Error.prepareStackTrace;`,
  'loops for ever': 'for (;;) {}',
  'loops for ever and catches': 'for (;;) { try { for (;;) {} } catch {} finally {} }',
  'comes to no rest': 'const again = () => Promise.resolve().then(again); await again();',
  'comes to no rest by microtasks': 'const again = () => queueMicrotask(again); again();',
  'awaits for ever': 'for (;;) await null;',
  'sets timers without end': 'for (let i = 0; i < 1e9; i++) setTimeout(() => {}, 1);',
  'asks without end': 'for (;;) void lock.redis[0].get(lock.key);',
  'logs without end': 'for (;;) void lock.log("x".repeat(1000));',
  'never stops logging': 'for (;;) await lock.log("again");',
  'fills memory with an array': 'const all = []; for (;;) all.push(new Array(1000).fill(all.length));',
  'fills memory with a text': 'let text = "x"; for (;;) text += text;',
  'fills memory with a buffer': 'const all = []; for (;;) all.push(new Uint8Array(1e6));',
  'fills memory with one buffer': 'new Uint8Array(2 ** 31 - 1);',
  'recurses without end': 'const deep = (n) => deep(n + 1) + 1; deep(0);',
  'recurses by JSON': 'let a = []; for (let i = 0; i < 1e6; i++) a = [a]; JSON.stringify(a);',
  'recurses by a proxy': 'const p = new Proxy({}, { get: (t, n, r) => r[n] }); void p.x;',
  'matches slowly': 'void /^(a+)+$/.test("a".repeat(40) + "b");',
  'sorts slowly': 'new Array(1e6).fill(0).map((_, i) => i % 7).sort(() => 1);',
  'changes what all objects share': `Object.prototype.kind = 'ok'; Object.prototype.then = undefined; delete Object.prototype.then;`,
  'changes arrays': `Array.prototype.push = () => 0; Array.prototype[0] = 'x'; delete Array.prototype[0];`,
  'changes JSON': `JSON.parse = () => ({ kind: 'forged' }); JSON.stringify = () => '{"forged":true}';`,
  'changes promises': `Promise.prototype.then = function () { return this; };`,
  'changes Map': `Map.prototype.get = () => undefined; Map.prototype.set = function () { return this; };`,
  'changes clocks': `Date.now = () => 0; performance.now = () => 0; Math.random = () => 0;`,
  'keeps something for the next client': `globalThis.kept = (globalThis.kept ?? 0) + 1; if (globalThis.kept > 1e6) escaped('kept');`,
  'forges an answer': `globalThis.__answer?.(1, true, '"OK"'); globalThis.__guest?.answer?.(1, 1, true, '1');`,
  'forges a lock that it has not': `return { value: 'forged', validFor: 1e308, token: 1e308, expiration: NaN };`,
  'returns what has no text': `return { get value() { throw new Error('no'); }, validFor: { valueOf() { throw new Error('no'); } } };`,
  'returns a promise that is none': `return { then(resolve) { resolve({ then(r) { r(true); r(false); } }); throw new Error('late'); } };`,
  'names a key as a path': `await lock.redis[0].set('../../etc/passwd#x/y', 'x'); await lock.redis[0].set('__proto__', 'x'); await lock.redis[0].hset('constructor', '__proto__', 'x');`,
  'sends a message of a megabyte': `await lock.redis[0].set('big', 'x'.repeat(1e6));`,
  'asks a server that is not there': `try { await lock.redis[7].get('x'); escaped('node 7'); } catch {}`,
  'writes its own settings': `lock.redis[0].__proto__ = null; Object.assign(lock, { ttl: -1 });`,
};

export const sandboxAttacks: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(bodies).map(([name, code]) => [name, body(code)])),
  'breaks out of its function': `}); globalThis.out = 1; (function () { export const acquire = () => true; export const release = () => true;`,
  'never ends while it is loaded': `for (;;) {}\nexport const acquire = () => true; export const release = () => true;`,
  'throws while it is loaded': `throw { toString() { throw new Error('no'); } };`,
  'exports a trap': `module.exports = new Proxy({}, { get() { throw new Error('trap'); }, ownKeys() { throw new Error('trap'); } });`,
  'has settings that lie': `let n = 0; export const settings = { get nodes() { return ++n > 1 ? 1e9 : 1; }, ttl: '1e9' }; export const acquire = () => true; export const release = () => true;`,
};

/** A lock that must run as if no attack had run before it. */
export const controlLock = body('');

/** Attacks that Node cannot try: they concern a page, a worker and its policy. */
export const ofBrowsers = [
  'reaches for what a page has',
  'imports a module at once',
  'imports from a data address',
  'loops for ever',
  'changes JSON',
];
