// Locks of files are attacked over a simulated file system: code reads the disk through it, and nothing is written there.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackScenario } from '../../../src/sandbox/own/attackScenario';
import { attack, sample } from '../../support/attackCommand';
import { sampled } from '../../support/nightly';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  await mkdir(join(folder, 'kept'));
  await writeFile(join(folder, 'kept/data.json'), '{"stock":3}');
  await symlink(join(folder, 'kept'), join(folder, 'linked'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
async function written(text: string): Promise<string> {
  const file = join(folder, `lock${++count}.ts`);
  await writeFile(file, text);
  return file;
}

/** A lock by mkdir, and statements that its acquire runs first. */
const before = (statements: string): string => `
import fs from 'node:fs';
import { Buffer } from 'node:buffer';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
const here = ${JSON.stringify(folder)};
const same = (got, wanted) => {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) throw new Error('WRONG ' + JSON.stringify(got) + ' and not ' + JSON.stringify(wanted));
};
const codeOf = async (run) => { try { await run(); return 'none'; } catch (error) { return error.code; } };
export async function acquire({ key }) {
  const me = String(Math.random());
  ${statements}
  const mine = path.join(here, key + '.lock');
  try { await fs.promises.mkdir(mine); return true; } catch (error) { if (error.code !== 'EEXIST') throw error; return false; }
}
export const release = ({ key }) => fs.promises.rmdir(path.join(here, key + '.lock'));
`;

const brief = ['--faults', 'clock-jump', '--harm', 'lost', '--threads', '1'] as const;
const attacked = async (statements: string) => attack(await written(before(statements)), ...brief, '--out', folder);

/** Everything beneath a folder, with what is in the files. */
async function contentOf(path: string): Promise<readonly string[]> {
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  const texts = found.map(async (one) => {
    const name = join(one.parentPath ?? one.path, one.name);
    return `${name} ${one.isFile() ? await readFile(name, 'utf8') : ''}`;
  });
  return (await Promise.all(texts)).sort();
}

describe('behaves as Node’s file system does', () => {
  const rows: readonly (readonly [string, string])[] = [
    [
      'flags',
      `const file = path.join(here, me + '-flags');
       await fs.promises.rm(file, { force: true });
       same(await codeOf(() => fs.promises.open(file, 'r')), 'ENOENT');
       same(await codeOf(() => fs.promises.open(file, 'r+')), 'ENOENT');
       const made = await fs.promises.open(file, 'wx+');
       same(await made.write('abc'), { bytesWritten: 3, buffer: 'abc' });
       same((await made.read(Buffer.alloc(2), 0, 2, 1)).bytesRead, 2);
       await made.close();
       same(await codeOf(() => fs.promises.open(file, 'wx')), 'EEXIST');
       same(await codeOf(() => fs.promises.open(file, 'ax')), 'EEXIST');
       const { O_CREAT, O_EXCL, O_WRONLY } = fs.constants;
       same(await codeOf(() => fs.promises.open(file, O_CREAT | O_EXCL | O_WRONLY)), 'EEXIST');
       await fs.promises.appendFile(file, 'd');
       same(await fs.promises.readFile(file, 'utf8'), 'abcd');
       await fs.promises.writeFile(file, Buffer.from([255, 0, 10]));
       same([...(await fs.promises.readFile(file))], [255, 0, 10]);
       await fs.promises.truncate(file, 1);
       same((await fs.promises.stat(file)).size, 1);
       const reading = fs.openSync(file, 'r');
       same(await codeOf(() => fs.writeSync(reading, 'x')), 'EBADF');
       fs.closeSync(reading);
       same(await codeOf(() => fs.closeSync(reading)), 'EBADF');`,
    ],
    [
      'names and folders',
      `const own = path.join(here, me + '-tree');
       await fs.promises.rm(own, { recursive: true, force: true });
       same(await fs.promises.mkdir(path.join(own, 'a/b'), { recursive: true }), own);
       same(await fs.promises.mkdir(path.join(own, 'a/b'), { recursive: true }), undefined);
       await fs.promises.writeFile(path.join(own, 'a/one'), '1');
       await fs.promises.link(path.join(own, 'a/one'), path.join(own, 'a/two'));
       same((await fs.promises.stat(path.join(own, 'a/one'))).nlink, 2);
       same(await codeOf(() => fs.promises.link(path.join(own, 'a/one'), path.join(own, 'a/two'))), 'EEXIST');
       await fs.promises.rename(path.join(own, 'a/two'), path.join(own, 'a/three'));
       same(await fs.promises.readdir(path.join(own, 'a')), ['b', 'one', 'three']);
       same((await fs.promises.readdir(path.join(own, 'a'), { withFileTypes: true })).map((one) => one.isDirectory()), [true, false, false]);
       same(await codeOf(() => fs.promises.rmdir(path.join(own, 'a'))), 'ENOTEMPTY');
       same(await codeOf(() => fs.promises.rm(own)), 'ERR_FS_EISDIR');
       same(await codeOf(() => fs.promises.unlink(path.join(own, 'a/b'))), 'EISDIR');
       await fs.promises.rm(own, { recursive: true });
       same(fs.existsSync(own), false);`,
    ],
    [
      'times, which follow the simulated clocks',
      `const file = path.join(here, me + '-times');
       await fs.promises.writeFile(file, '');
       const { mtimeMs } = await fs.promises.stat(file);
       if (!(Date.now() - mtimeMs < 100 && mtimeMs <= Date.now())) throw new Error('WRONG ' + mtimeMs);
       await fs.promises.utimes(file, new Date(1005), 2.5);
       const big = await fs.promises.stat(file, { bigint: true });
       same([String(big.mtimeMs), String(big.mtimeNs), String(big.atimeMs), big.isFile()], ['2500', '2500000000', '1005', true]);
       same(fs.lstatSync(file).mtime.getTime(), 2500);`,
    ],
    [
      'what the disk has, through a link of it too',
      `same(JSON.parse(await fs.promises.readFile(path.join(here, 'linked/data.json'), 'utf8')), { stock: 3 });
       same(fs.realpathSync(path.join(here, 'linked')), fs.realpathSync(here) + '/kept');
       same(fs.readdirSync(path.join(here, 'kept')), ['data.json']);
       same(await codeOf(() => fs.promises.mkdir(path.join(here, 'kept'))), 'EEXIST');
       same(await codeOf(() => fs.promises.rmdir(path.join(here, 'kept'))), 'ENOTEMPTY');`,
    ],
    [
      'paths as buffers, as addresses, with dots, and relative to a folder that the process entered',
      `const own = path.join(here, me + '-paths');
       fs.rmSync(own, { recursive: true, force: true });
       fs.mkdirSync(Buffer.from(own));
       fs.writeFileSync(pathToFileURL(path.join(own, 'x')), '1');
       same(fs.readFileSync(own + '/../' + me + '-paths/./x', 'utf8'), '1');
       same(await codeOf(() => fs.readFileSync(own + '/none/../x')), 'ENOENT');
       const first = process.cwd();
       process.chdir(own);
       same([fs.readFileSync('./x', 'utf8'), process.cwd() === fs.realpathSync(own)], ['1', true]);
       process.chdir(first);
       same(await codeOf(() => fs.readFileSync('./x\\0')), 'ERR_INVALID_ARG_VALUE');`,
    ],
    [
      'callbacks',
      `const file = path.join(here, me + '-back');
       await new Promise((done, fail) => fs.open(file, 'w', (error, fd) => error ? fail(error) :
         fs.write(fd, 'ab', (_, size) => fs.close(fd, () => { try { same(size, 2); done(); } catch (wrong) { fail(wrong); } }))));
       const back = (run) => new Promise((done) => run((...given) => done(given)));
       same((await back((then) => fs.readFile(file, 'utf8', then)))[1], 'ab');
       same((await back((then) => fs.stat(file + '-none', then)))[0].code, 'ENOENT');
       same(await back((then) => fs.exists(file, then)), [true]);
       fs.unlinkSync(file);`,
    ],
  ];
  for (const [name, statements] of sampled(rows, 2))
    it(name, async () => {
      const { status, errors, out } = await attacked(statements);
      expect(`${errors}${out}`).not.toMatch(/WRONG|throws|ends, because/);
      expect(errors).toContain('Its files are simulated');
      expect(status).toBe(0);
    });
});

describe('writes nothing to the disk', () => {
  const places = (name: string): readonly string[] => [join(tmpdir(), name), join(homedir(), name), name];
  it('neither beside the code, nor in a folder of the system, at home or where the command began', async () => {
    const own = join(folder, 'own');
    await mkdir(own);
    const file = join(own, 'lock.ts');
    const name = `attacked-${process.pid}`;
    const texts = places(name).map(
      (place) =>
        `await fs.promises.writeFile(${JSON.stringify(place)}, 'x'); fs.appendFileSync(${JSON.stringify(place)}, 'y');`,
    );
    const data = JSON.stringify(join(folder, 'kept/data.json'));
    await writeFile(
      file,
      before(`${texts.join('\n')}
      fs.writeFileSync(${data}, 'gone'); fs.unlinkSync(${data}); fs.mkdirSync(fs.mkdtempSync(here + '/made-') + '/in');
      fs.writeFileSync(new URL('./beside.txt', ${JSON.stringify(`file://${own}/`)}), '1');
      try { fs.writeSync(3, 'x'); } catch {} try { fs.writeSync(9, 'x'); } catch {}`),
    );
    const found = await contentOf(folder);
    const { status } = await attack(file, ...brief);
    expect(status).toBe(0);
    expect(await contentOf(folder)).toEqual(found);
    for (const place of places(name)) expect(existsSync(place)).toBe(false);
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['a link', "await fs.promises.symlink('/tmp', '/tmp/y');", 'symlink of node:fs'],
    [
      'a link of the disk that is removed',
      "fs.unlinkSync(here + '/linked');",
      'unlink of node:fs is not simulated for a link',
    ],
    ['a folder of the disk that is renamed', "fs.renameSync(here + '/kept', here + '/other');", 'rename of the folder'],
    ['a device', "fs.writeFileSync('/dev/null', 'x');", 'is not simulated for /dev/null'],
    ['the terminal', "fs.writeSync(1, 'found: none');", 'write of node:fs is not simulated for descriptor 1'],
    ['a watcher', "fs.watch('/tmp');", 'watch of node:fs is not simulated'],
  ];
  for (const [name, statements, says] of sampled(refused, 2))
    it(`refuses ${name}`, async () => {
      const { status, errors, out } = await attacked(statements);
      expect(errors).toContain(says);
      expect(status).toBe(2);
      expect(out).not.toContain('found: none');
    });
});

describe('code that does not wait between two calls', () => {
  const lock = (take: string): string => `import fs from 'node:fs';
export async function acquire({ key }) { const path = key + '.lock'; ${take} }
export const release = ({ key }) => fs.rmSync(key + '.lock', { recursive: true });`;

  it('loses an update where another process comes in between', async () => {
    const file = await written(
      lock("if (fs.existsSync(path)) return false; fs.writeFileSync(path, 'x'); return true;"),
    );
    const { status, out } = await attack(file, '--faults', 'pause', '--harm', 'lost', '--out', folder);
    expect(out).toContain('is paused for 1 ms');
    expect(status).toBe(1);
  });

  it('loses none where one call decides', async () => {
    const file = await written(lock('try { fs.mkdirSync(path); return true; } catch { return false; }'));
    const { status, last } = await attack(file, '--faults', 'pause', '--harm', 'lost', '--out', folder);
    expect(last).toMatch(/^found: none/);
    expect(status).toBe(0);
  });
});

describe('a folder without a stale time', () => {
  const lock = `import fs from 'node:fs/promises';
export const acquire = async ({ key }) => {
  try { await fs.mkdir(key + '.lock'); return true; } catch (error) { if (error.code !== 'EEXIST') throw error; return false; }
};
export const release = ({ key }) => fs.rmdir(key + '.lock');`;

  it('is not stuck by a lost message: the share does nothing twice', async () => {
    const { last } = await attack(await written(lock), '--faults', 'lose', '--harm', 'stuck', '--out', folder);
    expect(last).toMatch(/^found: none/);
  });

  it('is shut if the share restarts before the request comes again: it no longer knows that it has made it', async () => {
    const message = { from: 'service', to: 'client1', leg: 'reply', nth: 1 } as const;
    const crash = { kind: 'crash', process: 'service', when: { kind: 'time', at: 1000 }, restartAfter: 1 } as const;
    const world = attackScenario({ nodes: 1, ttl: 2000, token: false, files: 'only' });
    const played = join(folder, 'restart.json');
    await writeFile(played, JSON.stringify({ ...world, faults: { lose: { kind: 'lose', message }, crash } }));
    const { out, status } = await attack(await written(lock), played, '--play');
    expect(out).toMatch(/Client 1 reads the reply from the lock service: EEXIST/);
    expect(out).not.toContain('gets the lock');
    expect(status).toBe(1);
  });
});

describe('a file with the number of its holder', () => {
  const lock = (write: string): string => `import fs from 'node:fs';
const lives = (pid: number): boolean => { try { return process.kill(pid, 0); } catch { return false; } };
export function acquire(): boolean {
  try { ${write} return true; } catch {
    if (!lives(Number(fs.readFileSync('worker.pid', 'utf8')))) fs.unlinkSync('worker.pid');
    return false;
  }
}
export const release = (): void => fs.unlinkSync('worker.pid');`;
  const whole =
    "fs.writeFileSync(String(process.pid), String(process.pid)); fs.linkSync(String(process.pid), 'worker.pid');";

  it('passes to the next when its holder is dead, and not while it is paused', async () => {
    const { out, status } = await attack(await written(lock(whole)), '--faults', 'pause,crash', '--out', folder);
    expect(out).toContain('found: none');
    expect(out).toContain('No run had this');
    expect(status).toBe(0);
  });

  it('is stuck if it is still empty when its holder dies: its number is 0, its own group', async () => {
    const text = lock("fs.writeFileSync('worker.pid', String(process.pid), { flag: 'wx' });");
    const { out } = await attack(await written(text), '--faults', 'pause,crash', '--out', folder);
    expect(out.match(/^\d+\. .*(?= \()/gm)?.map((line) => line.slice(3))).toEqual([
      'The lock is stuck',
      'The lock is stuck',
    ]);
  });
});

describe('a recipe', () => {
  it('is broken by a pause of its holder, and the report names its file', async () => {
    const { status, errors, out } = await attack(
      sample('fileExclusive'),
      '--faults',
      'pause',
      '--harm',
      'lost',
      '--out',
      folder,
    );
    expect(errors).toContain('acquire, release, files, TTL 2 s');
    expect(errors).toContain('“stock.lock”');
    expect(out).toContain('Client 1 is paused');
    expect(status).toBe(1);
  });

  it('is not attacked on real servers', async () => {
    const { status, errors } = await attack(sample('fileLink'), '--live');
    expect(errors).toContain('no simulated file system');
    expect(status).toBe(2);
  });
});
