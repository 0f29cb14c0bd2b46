/**
 * The tarball of quorum-lock in a fresh folder, and a program that goes through what a lock does: on simulated nodes, and through
 * ioredis on real ones.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/install.mjs';
import { npm, packages, packed } from '../../../scripts/packages.mjs';

const esModules = `
import { Redis } from 'ioredis';
import Redlock, { ContendedError, LockLostError } from 'quorum-lock';
import { SimulatedRedis } from 'quorum-lock/simulated';
import { WatchedLocks } from 'quorum-lock/watched';
`;

const commonModules = `
const { Redis } = require('ioredis');
const { default: Redlock, ContendedError, LockLostError } = require('quorum-lock');
const { SimulatedRedis } = require('quorum-lock/simulated');
const { WatchedLocks } = require('quorum-lock/watched');
`;

/** @param typed whether with types, which the runtime is to strip */
const cycle = (typed: boolean): string => `
const nameOf = (error${typed ? ': unknown' : ''})${typed ? ': string' : ''} =>
  error instanceof ContendedError ? 'locked' : error instanceof LockLostError ? 'lost' : String(error);
const cycleOn = async (nodes${typed ? ': ConstructorParameters<typeof Redlock>[0] & readonly any[]' : ''}) => {
  const redlock = new Redlock(nodes, { retryCount: 0 });
  const lock = await redlock.acquire(['a', 'b'], 20_000);
  const longer = await lock.extend(60_000);
  const second = await redlock.acquire(['b'], 20_000).then(() => 'taken', nameOf);
  const isLonger = longer.expiration > Date.now() + 20_000;
  await longer.release();
  const used = await redlock.using(['a', 'b'], 20_000, async (signal) => (signal.aborted ? 'lost' : 'kept'));
  const again = await lock.release().then(() => 'released', nameOf);
  const locks = new WatchedLocks(nodes[0], { retryCount: 0 });
  const tokens = [];
  for (let nth = 0; nth < 2; nth++) {
    const watched = await locks.acquire(['w'], 20_000);
    tokens.push(watched.token);
    await watched.release();
  }
  return { isLonger, second, used, again, isNext: tokens[1] === tokens[0] + 1 };
};
const main = async () => {
  const simulated = await cycleOn([new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()]);
  const clients = process.argv.slice(2).map((port) => new Redis(Number(port), '127.0.0.1'));
  const real = await cycleOn(clients);
  for (const client of clients) client.disconnect();
  console.log(JSON.stringify({ simulated, real }));
};
main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;

const whole = { isLonger: true, second: 'locked', used: 'kept', again: 'released', isNext: true };

/** What the program prints. */
export const wholeCycle = { simulated: whole, real: whole };

export interface FreshFolder {
  /**
   * @param command the runtime with its arguments before the file
   * @param file `cycle.mjs`, `cycle.cjs` or `cycle.ts`
   * @param ports of Redis servers
   * @returns what it printed as JSON; throws with its words where it failed
   */
  readonly run: (command: readonly string[], file: string, ports: readonly number[]) => Promise<unknown>;
  readonly remove: () => void;
}

export async function freshFolder(): Promise<FreshFolder> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quorum-lock-fresh-')));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const tarball = await packed(packages['quorum-lock'], folder);
  npm(folder, 'install', tarball, '--offline', '--no-audit', '--no-fund');
  symlinkSync(join(root, 'node_modules/ioredis'), join(folder, 'node_modules/ioredis'), 'junction');
  writeFileSync(join(folder, 'cycle.mjs'), esModules + cycle(false));
  writeFileSync(join(folder, 'cycle.cjs'), commonModules + cycle(false));
  writeFileSync(join(folder, 'cycle.ts'), esModules + cycle(true));
  const run: FreshFolder['run'] = async ([program = '', ...args], file, ports) => {
    const child = spawn(program, [...args, join(folder, file), ...ports.map(String)], { cwd: folder });
    let [out, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${program} ${file} ended with ${code}: ${out}${errors}`);
    return JSON.parse(out);
  };
  return { run, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
