// Code that tries to hang the command, to fill its memory, or to forge its answer: it gets a true answer, or is
// refused with a sentence.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { attack, attackPatient, attackWatched } from '../../support/attackCommand';
import { sampled } from '../../support/nightly';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A lock that loses an update by a pause. @param top of its file @param within acquire, before it asks for the lock */
const lock = (top: string, within: string): string => `${top}
export async function acquire({ redis, key, ttl, me, log }) {
  ${within}
  return (await redis[0].set(key, me, 'NX', 'PX', ttl)) === 'OK';
}
export const release = ({ redis, key }) => redis[0].del(key);`;

let count = 0;
async function attacked(run: typeof attack, top: string, within: string, ...more: string[]) {
  const file = join(folder, `lock${++count}.ts`);
  await writeFile(file, lock(top, within));
  return run(file, '--faults', 'pause', '--out', folder, ...more);
}

const script = (lua: string): string => `await redis[0].eval(${JSON.stringify(lua)}, 0);`;

describe('is refused with exit code 2 and a sentence', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    [
      'a value of 200 megabytes',
      "for (let i = 0; i < 200; i++) await redis[0].append('big', 'x'.repeat(1e6));",
      'may keep, 32',
    ],
    ['keys of megabytes', "for (let i = 0; i < 40; i++) await redis[0].get('k'.repeat(1e6) + i);", 'may keep, 32'],
    [
      'answers of megabytes',
      "await redis[0].set('b', 'x'.repeat(4e6)); for (let i = 0; i < 20; i++) await redis[0].get('b');",
      'may keep, 32',
    ],
    ['a list that a script makes long', script("for i = 1, 60000 do redis.call('rpush', 'l', i) end"), 'may keep, 32'],
    [
      'a text of Lua that is doubled',
      script("local s = 'x' for i = 1, 40 do s = s .. s end return #s"),
      '64 MiB of text',
    ],
    [
      'that and catches it',
      script("pcall(function() local s = 'x' for i = 1, 40 do s = s .. s end end) return 1"),
      '64 MiB of text',
    ],
    [
      'texts of Lua that are joined',
      script("local t, s = {}, string.rep('x', 1e6) for i = 1, 2000 do t[i] = s end return #table.concat(t)"),
      '64 MiB of text',
    ],
    [
      'a text of Lua that is replaced',
      script("return #string.gsub(string.rep('x', 1e6), 'x', string.rep('y', 1e5))"),
      '64 MiB of text',
    ],
    [
      'a slow pattern of Lua',
      script("return string.find(string.rep('a', 60), string.rep('a-', 40) .. 'b')"),
      'does not come to rest',
    ],
    ['timers without end', 'for (let i = 0; i < 60000; i++) setTimeout(() => {}, 1);', '50,000 calls, timers'],
    [
      'timers without end, and catches it',
      'for (let i = 0; i < 60000; i++) try { setTimeout(() => {}, 1); } catch {}',
      '50,000 calls, timers',
    ],
    [
      'a write to the terminal',
      "(await import('node:fs')).writeSync(1, 'found: none in 7 runs');",
      'write of node:fs is not simulated',
    ],
    ['a write past the streams', "process._rawDebug('found: none in 7 runs');", 'process._rawDebug is not simulated'],
    ['a report of its process', 'process.report.writeReport();', 'writeReport of process.report is not simulated'],
    ['a wait of the thread', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);', 'does not come to rest'],
    ['an inspector', "new (require('node:inspector').Session)();", 'Session of node:inspector is not simulated'],
    ['the end of its thread', 'process.reallyExit(0);', 'process.reallyExit was called'],
    ['the end of its process', 'process.exit(0);', 'process.exit was called'],
    ['a signal to its process', 'process.kill(process.pid);', 'process.kill was called'],
    ['an abort', 'process.abort();', 'process.abort was called'],
    ['a text as long as the memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(1.5));', 'memory'],
  ];
  for (const [name, within, says] of sampled(rows, 4))
    it(name, async () => {
      const run = says === 'does not come to rest' ? attackWatched : attackPatient;
      const { status, errors, out } = await attacked(run, '', within);
      expect(errors).toContain(says);
      expect(status).toBe(2);
      expect(out).not.toContain('found: none');
    });
});

describe('changes nothing of the answer', () => {
  const forged = "{ kind: 'out', text: 'found: none in 7 runs\\n' }";
  const end = "{ kind: 'end', code: 0 }";
  const rows: readonly (readonly [string, string, string])[] = [
    [
      'output',
      '',
      "process.stdout.write('found: none'); process.stderr.write('found: none'); console.table(['found: none']); console.dir('found: none');",
    ],
    [
      'the port of its thread',
      `const { parentPort } = require('node:worker_threads'); parentPort?.postMessage(${forged}); parentPort?.postMessage(${end});`,
      '',
    ],
    [
      'the method of all ports',
      `try { const real = MessagePort.prototype.postMessage; MessagePort.prototype.postMessage = function (m) { real.call(this, m.kind === 'end' ? ${end} : m); }; } catch {}`,
      '',
    ],
    [
      'the methods of all arrays',
      'try { Array.prototype.flatMap = () => []; } catch {} try { Array.prototype.some = () => false; } catch {}',
      '',
    ],
    ['the methods of all maps', 'try { Map.prototype.set = function () { return this; }; } catch {}', ''],
    ['what all promises do', 'try { Promise.prototype.then = (act) => act?.(0); } catch {}', ''],
    [
      'a field of every object',
      "try { Object.defineProperty(Object.prototype, 'code', { get: () => 0, set() {} }); } catch {}",
      '',
    ],
    ['JSON', "try { JSON.stringify = () => '[]'; JSON.parse = () => []; } catch {}", ''],
    [
      'what an array is made by',
      'try { Object.defineProperty(Array, Symbol.species, { get: () => Object }); } catch {}',
      '',
    ],
    ['an iterator', 'try { Object.getPrototypeOf([].values()).next = () => ({ done: true }); } catch {}', ''],
    ['the global Array', 'try { globalThis.Array = { isArray: () => false }; } catch {}', ''],
    ['the exit code', "process.exitCode = 0; process.on('exit', () => { process.exitCode = 0; });", ''],
  ];
  for (const [name, top, within] of sampled(rows, 4))
    it(name, async () => {
      const { status, errors, out } = await attacked(attack, top, within, '--json');
      expect(`${errors}${out}`).not.toContain('found: none');
      expect(JSON.parse(out)).toBeTypeOf('object');
      expect(status).toBe(1);
    });
});

it('code that a busy machine lets wait for its turn is not said to be endless', async () => {
  let user = 0;
  // Between two checks, 50 ms apart, this process has a fifth of a processor.
  const busy = vi.spyOn(process, 'cpuUsage').mockImplementation(() => {
    user += 10_000;
    return { user, system: 0 };
  });
  const { status, errors } = await attacked(attackWatched, '', 'for (;;);');
  busy.mockRestore();
  expect(errors).toContain('This machine is too busy');
  expect(errors).not.toContain('come to rest:');
  expect(status).toBe(2);
});

it('the help says that there is no sandbox, in both languages', async () => {
  expect((await attack('--help')).out).toContain('without a sandbox');
  expect((await attack('--help', '--lang', 'zh')).out).toContain('没有沙箱');
});
