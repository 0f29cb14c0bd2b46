// `attack` as a CI calls it: known breaks, a budget, shards, and what the runner reads.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attack as attackInTest, LockBroken } from '../../../src/cli/attack/attackInTest';
import { attack, attackOnRunner, attackWatched } from '../../support/attackCommand';
import { hangingLock } from '../../support/mcpClient';
import { byNight } from '../../support/nightly';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attack-ci-'));
});
afterAll(() => rm(folder, { recursive: true }));

const inFolder = (name: string): string => join(folder, name);

/** A lock that gives its key to whoever deletes it. */
async function lock(name: string, before = ''): Promise<string> {
  const text = `${before}export async function acquire({ redis, key, ttl }) {
  return (await redis[0].set(key, 'mine', 'PX', ttl, 'NX')) === 'OK'; // ::error file=x::injected ##[error]no
}
export const release = async ({ redis, key }) => await redis[0].del(key);
`;
  await writeFile(inFolder(name), text);
  return inFolder(name);
}

/** A space of few runs. */
const paused = ['--faults', 'pause', '--harm', 'overlap'] as const;

describe('known breaks', () => {
  it('are written, need a reason, and are then accepted; a new one fails, and one that is gone is said', async () => {
    const [file, known] = [await lock('known.ts'), inFolder('breaks.json')];
    const all = [file, ...paused, '--out', folder, '--accept', known];
    const first = await attack(...all, '--update');
    expect(first.status).toBe(1);
    const names = Object.entries(JSON.parse(await readFile(known, 'utf8')));
    expect(names.length).toBeGreaterThan(0);
    for (const [, one] of names) expect(one).toEqual({ reason: '', from: [expect.any(Number)], lease: 2000 });
    const unreasoned = names.map(([name]) => `\n- ${name}`).join('');
    expect(first.errors).toContain(`breaks.json was written: ${names.length} added, 0 removed.\n`);
    expect(first.errors).toMatch(/breaks\.json: (one break has|\d breaks have) no reason yet/);
    expect(first.errors).toContain(`Write a reason beside each name:${unreasoned}\n`);

    const again = await attack(...all);
    expect(again.status).toBe(1);
    expect(again.out).toContain('known, without a reason: ');
    expect(again.errors).toContain(`Write a reason beside each name:${unreasoned}\n`);

    const reasons = Object.fromEntries(names.map(([name]) => [name, 'our writes are idempotent']));
    await writeFile(known, JSON.stringify({ ...reasons, 'stuck by magic': 'it was so' }));
    const accepted = await attack(...all);
    expect(accepted.status).toBe(0);
    expect(accepted.out).toContain('accepted: our writes are idempotent: ');
    expect(accepted.out).toContain('No longer happens in this search: stuck by magic');
    expect(accepted.errors).not.toContain('no reason yet');

    // An edit above the lock moves all lines.
    const moved = await attack(await lock('known.ts', '// one\n// two\n\n'), ...all.slice(1));
    expect(moved.status).toBe(0);

    const [one = ''] = Object.keys(reasons);
    await writeFile(known, JSON.stringify({ ...reasons, [one]: '' }));
    const fresh = await attack(...all);
    expect(fresh.status).toBe(1);
    expect(fresh.out).toContain(`known, without a reason: ${one}`);
    expect(fresh.errors).toContain(
      `one break has no reason yet and thus does not count as accepted. Write a reason beside each name:\n- ${one}\n`,
    );

    const kept = await attack(...all, '--update');
    expect([kept.status, kept.errors]).toEqual([
      1,
      expect.stringContaining(`Write a reason beside each name:\n- ${one}\n`),
    ]);
    const written = Object.entries(JSON.parse(await readFile(known, 'utf8')));
    expect(written).toEqual(
      Object.entries({ ...reasons, [one]: '' }).map(([name, reason]) => [
        name,
        { reason, from: [expect.any(Number)], lease: 2000 },
      ]),
    );
  });

  it('cannot be written to a folder, nor read from broken JSON, and the exit code says so', async () => {
    const file = await lock('bad.ts');
    const broken = inFolder('broken.json');
    await writeFile(broken, '{ "a": ');
    const read = await attack(file, ...paused, '--accept', broken);
    expect([read.status, read.errors]).toEqual([2, expect.stringContaining('is not JSON')]);
    const missing = await attack(file, ...paused, '--accept', inFolder('no.json'));
    expect([missing.status, missing.errors]).toEqual([2, expect.stringContaining('no.json')]);
    const unwritable = await attack(file, ...paused, '--out', folder, '--accept', inFolder('no/no.json'), '--update');
    expect([unwritable.status, unwritable.errors]).toEqual([2, expect.stringContaining('cannot be written: ENOENT')]);
  });
});

describe('a budget', () => {
  it('that is spent without a break names what was not searched, with exit code 3, and accepts nothing', async () => {
    const known = inFolder('undecided.json');
    const { status, out, errors } = await attack(
      await lock('slow.ts'),
      ...['--faults', 'clock-drift', '--harm', 'stuck', '--max', '3', '--seeds', '3', '--out', folder],
      ...['--budget', '1ms', '--accept', known, '--update'],
    );
    expect(status).toBe(3);
    // On a busy machine the budget is spent before the first run has ended.
    expect(out).toMatch(
      /The search did not end. Not searched:\n(?:- everything: .+|- seed \d+: \d* ?places of one fault\n- seed \d+: all runs of 2, 3 faults\n- 2 more seeds)\n/,
    );
    expect(errors).toContain('what is undecided cannot be accepted');
    await expect(readFile(known)).rejects.toThrow('ENOENT');
  });

  // Before, a budget of 5 s took 36 s. Costs 4 s of processor time.
  it('ends code whose single run takes longer, and the report is whole', async () => {
    const slowly = (rounds: number): string =>
      `const wait = () => { for (let i = 0; i < ${rounds}; i++) if (i % 7 === 8) throw i; };\n`;
    const slow = async (name: string, rounds: number): Promise<string> => {
      const file = await lock(name, slowly(rounds));
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll('redis[0]', '(wait(), redis[0])'));
      return file;
    };
    const [budget, reporter] = [
      ['--budget', '1s', '--out', folder],
      ['--reporter', 'junit'],
    ];
    const from = performance.now();
    const inRun = await attack(await slow('inRun.ts', 6e9), ...budget, ...reporter);
    expect(performance.now() - from).toBeLessThan(6000);
    expect(inRun.status).toBe(3);
    expect(inRun.out).toContain('type="undecided">everything: no run ended in that time</error>');
    const asText = await attack(await slow('inRun.ts', 6e9), ...budget);
    expect([asText.status, asText.errors]).toEqual([3, expect.stringContaining('everything: no run')]);
  });

  it('keeps the worst break that was found before a run without an end, in each form of the report', async () => {
    const file = inFolder('hangs.ts');
    await writeFile(file, hangingLock);
    const asText = await attack(file, '--budget', '6s', '--out', folder);
    expect(asText.status).toBe(1);
    expect(asText.out).toContain('An update was lost');
    const [, runs] = / in (\d+) runs/.exec(asText.out) ?? [];
    expect(Number(runs)).toBeGreaterThan(0);
    const [run = ''] = asText.out.match(/\S*hangs-1\.json/) ?? [];
    expect(await readFile(run, 'utf8')).toContain('"pause"');
    // Ended because it does not come to rest, long before a budget.
    const watched = await attackWatched(file, '--json', '--out', folder);
    expect(watched.errors).toContain('The code does not come to rest');
    expect(watched.status).toBe(1);
    expect(JSON.parse(watched.out)).toMatchObject({ isWhole: false, failing: [{ harm: 'lost' }] });
  });

  it('does not excuse a break that was found', async () => {
    const { status, errors } = await attack(
      await lock('budget.ts'),
      ...['--faults', 'pause', '--max', '3', '--seeds', '1000', '--budget', '6s', '--out', folder],
    );
    expect(errors).toContain('The budget of 6 s is spent');
    expect(errors).toMatch(/seed \d+: .*\n.*more seeds/s);
    expect(status).toBe(1);
  });
});

it('two shards together report the breaks of the whole', async () => {
  const all = [
    await lock('shards.ts'),
    '--faults',
    byNight('pause,crash', 'pause,suspend,clock-jump,crash'),
    '--out',
    folder,
    '--reporter',
    'json',
  ];
  const placesIn = (outs: readonly string[]): Record<string, number> => {
    const places: Record<string, number> = {};
    for (const out of outs)
      for (const one of JSON.parse(out).failing) places[one.name] = (places[one.name] ?? 0) + one.places;
    return places;
  };
  const [whole, ...shards] = await Promise.all(
    ['1/1', '1/2', '2/2'].map(async (shard) => (await attack(...all, '--shard', shard)).out),
  );
  expect(placesIn(shards)).toEqual(placesIn([whole ?? '']));
  expect(Object.keys(placesIn(shards)).length).toBeGreaterThan(5);
});

it('on GitHub’s runner every command is ours, the line is the user’s, and the summary is a table', async () => {
  const summary = inFolder('summary.md');
  const { status, out, errors } = await attackOnRunner(
    { root: folder, summary },
    await lock('runner.ts'),
    ...[...paused, '--out', folder, '--reporter', 'github'],
  );
  expect(status).toBe(1);
  const commands = `${out}${errors}`.split(/\r|\n/).filter((line) => /^\s*::/.test(line) || line.includes('##['));
  expect(commands.length).toBeGreaterThan(0);
  for (const line of commands) expect(line).toMatch(/^::error file=runner\.ts,line=[24],title=/);
  expect(await readFile(summary, 'utf8')).toMatch(
    /\| State \| Break \| What happened \| Line \|\n\| --- \| --- \| --- \| --- \|\n\| new \| /,
  );
});

it('a test accepts known breaks as the command does', async () => {
  const known = inFolder('inTest.json');
  const functions = {
    acquire: async ({
      redis,
      key,
      ttl,
    }: {
      redis: readonly { set: (...all: unknown[]) => unknown }[];
      key: string;
      ttl: number;
    }) => (await redis[0]?.set(key, 'mine', 'PX', ttl, 'NX')) === 'OK',
    release: async ({ redis, key }: { redis: readonly { del: (key: string) => unknown }[]; key: string }) =>
      redis[0]?.del(key),
  };
  const options = { faults: ['pause'], harm: 'overlap', accept: known } as const;
  await expect(attackInTest(functions, { ...options, update: true })).rejects.toBeInstanceOf(LockBroken);
  const names = Object.keys(JSON.parse(await readFile(known, 'utf8')));
  await writeFile(known, JSON.stringify(Object.fromEntries(names.map((name) => [name, 'known']))));
  const { runs } = await attackInTest(functions, options);
  expect(runs).toBeGreaterThan(10);
  await expect(attackInTest(functions, { ...options, shard: '5/4' })).rejects.toThrow('--shard takes');
});

describe('what is no option is refused, with what is allowed', () => {
  const rows = [
    [['--reporter', 'xml'], 'text, junit, github, sarif, json'],
    [['--budget', '0'], '500ms, 60s, 5m or 1h'],
    [['--budget', '0s'], 'above 0'],
    [['--budget', '25h'], 'at most a day'],
    [['--shard', '0/4'], 'such as 2/4'],
    [['--shard', '5/4'], 'not above the count'],
    [['--update'], 'Give both'],
    [['--json', '--reporter', 'junit'], 'not both'],
    [['--play', '--shard', '1/2'], 'belong to a search'],
  ] as const;
  for (const [options, says] of rows)
    it(options.join(' '), async () => {
      const { status, errors } = await attack('lock.ts', ...options);
      expect([status, errors]).toEqual([2, expect.stringContaining(says)]);
    });
});
