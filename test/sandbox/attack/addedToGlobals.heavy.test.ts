// Well-known packages add to what all code of a thread shares, such as Reflect: a lock that imports one is attacked.
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { attack } from '../../support/attackCommand';
import { areAttackedInstalled, attackedMissing } from '../../support/attackedLibraries';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'added-'));
  await symlink(join(root, 'test/sandbox/attack/node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true }));

const lock = `
export const acquire = async ({ redis, key, ttl, me }) => (await redis[0].set(key, me, 'NX', 'PX', ttl)) === 'OK';
export const release = ({ redis, key }) => redis[0].del(key);`;

let count = 0;
async function found(top: string): Promise<string> {
  const file = join(folder, `lock${++count}.ts`);
  await writeFile(file, `${top}\n${lock}`);
  const { status, errors, out } = await attack(
    file,
    '--faults',
    'clock-jump',
    '--harm',
    'deleted-another',
    '--out',
    folder,
  );
  return status === 1 && out.includes('1. A client deleted another’s key') ? 'attacked' : errors || out;
}

const hook = `import shimmer from 'shimmer';
import net from 'node:net';
const through = (real) => function (...given) { return real.apply(this, given); };`;

describe.skipIf(!areAttackedInstalled)(`a lock is attacked that imports (${attackedMissing})`, () => {
  it.for([
    ['reflect-metadata', "import 'reflect-metadata';"],
    ['@nestjs/common', "import { Injectable } from '@nestjs/common'; @Injectable() export class Locks {}"],
    ['core-js', "import 'core-js/stable';"],
    ['core-js, with proposals', "import 'core-js';"],
    ['es6-shim', "import 'es6-shim';"],
    ['zone.js', "import 'zone.js';"],
    ['zone.js, as strict code', "'use strict'; import 'zone.js';"],
    ['Bluebird as everybody’s Promise', "'use strict'; import Bluebird from 'bluebird'; global.Promise = Bluebird;"],
    ['dd-trace', "import tracer from 'dd-trace'; tracer.init();"],
    ['newrelic', "import 'newrelic';"],
    [
      '@opentelemetry/api',
      "import { trace } from '@opentelemetry/api'; export const tracer = trace.getTracer('lock');",
    ],
    ['require-in-the-middle', "import { Hook } from 'require-in-the-middle'; new Hook(['ioredis'], (one) => one);"],
    ['import-in-the-middle', "import { Hook } from 'import-in-the-middle'; new Hook(['ioredis'], () => {});"],
    ['shimmer on sockets, as newrelic does', `${hook} shimmer.wrap(net.Socket.prototype, 'setNoDelay', through);`],
    ['shimmer on promises, as older hooks do', `${hook} shimmer.wrap(Promise.prototype, 'then', through);`],
    ['source-map-support', "import 'source-map-support/register';"],
    ['graceful-fs', "import fs from 'node:fs'; import graceful from 'graceful-fs'; graceful.gracefulify(fs);"],
    ['bluebird', "import Bluebird from 'bluebird'; Bluebird.promisifyAll({ run() {} });"],
    ['tslib', "import { __awaiter } from 'tslib'; export const awaiter = __awaiter;"],
    ['regenerator-runtime', "import 'regenerator-runtime/runtime';"],
  ] as const)('%s', async ([, top]) => expect(await found(top)).toBe('attacked'));
});

describe('a lock is attacked that itself', () => {
  it.for([
    [
      'defines a function of Reflect',
      "Object.defineProperty(Reflect, 'decorate', { configurable: true, writable: true, value() {} });",
    ],
    [
      'deletes and defines one of JSON',
      "'use strict'; try { delete JSON.isRaw; } catch {} Object.defineProperty(JSON, 'isRaw', { configurable: true, value() {} });",
    ],
    [
      'defines a native one anew',
      "Object.defineProperty(JSON, 'stringify', { configurable: true, value: () => '[]' });",
    ],
    ['assigns a method of all arrays', 'Array.prototype.last = function () { return this.at(-1); };'],
    ['keeps a method of its WeakMap', 'const seen = new WeakMap(); seen.get = seen.get;'],
    [
      'writes a log through a stream',
      "import fs from 'node:fs'; fs.createWriteStream('attack.log', { flags: 'a' }).end('here');",
    ],
    ['is strict without a semicolon', "'use strict'\nexport const here = __filename;"],
  ] as const)('%s', async ([, top]) => expect(await found(top)).toBe('attacked'));

  it.for([
    "Object.defineProperty(Array.prototype, '0', { set() {} });",
    "'use strict'; Array.prototype.then = (take) => take([]);",
    "'use strict'; Array.prototype.toJSON = () => [];",
  ])('but not one that changes what the language looks for: %s', async (top) => {
    expect(await found(top)).toMatch('Cannot');
  });
});
