// What a search sends over a queue and receives, without a Redis.
import { spawnSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { addressIn } from '../../src/cli/queue/address';
import { type Batch, batchIn, idOf, outcomeIn, packedOutcome, post, postedIn } from '../../src/cli/queue/batch';
import { batchSize } from '../../src/cli/queue/batchSize';
import * as words from '../../src/cli/queue/queueWords';
import { work } from '../../src/cli/queue/workCommand';
import { injectableKinds } from '../../src/core/faults';
import type { Placement } from '../../src/core/faults/injectionPoints';
import type { Fault } from '../../src/core/model/scenario/fault';
import { parts } from '../../src/core/run/parts';
import { type Branch, finished } from '../../src/search/explore/branch';
import { runJob, Search } from '../../src/search/explore/search';
import { spaceWith } from '../search/explore/spaces';

describe('an address', () => {
  test.each([
    ['redis://localhost', 'redis://localhost:6379'],
    ['redis://10.0.0.7:7000/3', 'redis://10.0.0.7:7000/3'],
    ['redis://:secret@host:1', 'redis://host:1'],
    ['rediss://me:s%40cret%2F@host', 'rediss://host:6379'],
    ['redis://[::1]:6380', 'redis://[::1]:6380'],
  ])('%s is shown as %s', (typed, shown) => {
    expect(addressIn(typed)?.addressText).toBe(shown);
  });

  it('has a user, a password with any sign in it, and TLS', () => {
    const read = addressIn('rediss://me:s%40cr%C3%A9t@[::1]/2');
    expect(read).toMatchObject({ host: '::1', username: 'me', password: 's@crét', database: 2, hasTls: true });
  });

  test.each([
    '',
    'localhost:6379',
    'http://localhost:6379',
    'redis://',
    'redis://host:99999',
    'redis://host/name',
    'redis://:se#cret@host',
    'redis://:100%@host',
    'redis://:%ff@host',
    'redis://host?family=6',
  ])('%s is none', (typed) => {
    expect(addressIn(typed)).toBeNull();
  });
});

describe('explore:worker', () => {
  const tried = async (...typed: string[]) => {
    let [out, errors] = ['', ''];
    const status = await work(typed, {
      out: (text) => {
        out += text;
      },
      errors: (text) => {
        errors += text;
      },
      signal: AbortSignal.abort(),
      hire: () => Promise.reject(new Error('Nobody is hired.')),
      engine: () => Promise.resolve('engine'),
      workers: 1,
      now: () => 0,
    });
    return { status, out, errors };
  };

  test.each([
    [[], 'Which Redis?'],
    [['--lang', 'zh'], '要用哪个 Redis'],
    [['redis://a', 'redis://b'], 'One address at a time.'],
    [['redis://:hidden@a/x'], 'takes an address such as redis://host:6379'],
    [['redis://a', '--workers', '0'], '--workers must be'],
    [['redis://a', '--workers', '65'], '--workers must be'],
    [['redis://a', '--lang', 'fr'], '--lang'],
    [['redis://a', '--help=1'], '--help takes no value.'],
    [['redis://a', '--speed', '1'], 'no option --speed'],
    [['redis://:hidden@127.0.0.1:1'], 'No Redis can be used at redis://127.0.0.1:1: connect ECONNREFUSED'],
  ])('refuses %j in one sentence, which has no password in it', async (typed, problem) => {
    const { status, out, errors } = await tried(...typed);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(errors).toContain(problem);
    expect(errors).not.toContain('hidden');
  });

  it('says how it is used, in both languages', async () => {
    expect((await tried('--help')).out).toBe(`${words.usage.en}\n`);
    expect((await tried('-h', '--lang', 'zh')).out).toBe(`${words.usage.zh}\n`);
  });
});

test.each([
  ['a first parcel of a large level takes seven seconds', { left: 9000, msPerJob: 100, workers: 4 }, 70],
  ['the last ones are shared out', { left: 160, msPerJob: 100, workers: 4 }, 20],
  ['but take a second', { left: 20, msPerJob: 100, workers: 8 }, 10],
  ['and no more than there is', { left: 3, msPerJob: 1, workers: 8 }, 3],
  ['a job that takes a minute goes alone', { left: 9000, msPerJob: 60_000, workers: 2 }, 1],
  ['a job that takes no time is no division by zero', { left: 100_000, msPerJob: 0, workers: 1 }, 7000],
])('%s', (_, load, jobs) => {
  expect(batchSize(load)).toBe(jobs);
});

describe('a parcel', () => {
  const space = spaceWith(
    { lock: 'single-node', nodes: 1 },
    { kinds: ['lose', 'clock-jump'], faultsMax: 2, harm: 'overlap' },
  );
  const search = 's';
  const searching = new Search(space);
  const first = searching.next();
  if (first === null) throw new Error('There is no job.');
  const firstBranches = finished(runJob(first, space, parts));
  searching.take(first, firstBranches);
  const second = searching.next();
  if (second === null) throw new Error('There is no second job.');
  const batch: Batch = { space, jobs: [second] };
  const branches = finished(runJob(second, space, parts));
  const outcome = { ms: 12.5, results: [branches] };

  it('comes out as it went in, and so does what came of it', () => {
    const posted = postedIn(JSON.parse(JSON.stringify(post(batch, search))));
    expect(posted && batchIn(posted)).toEqual(batch);
    expect(outcomeIn(packedOutcome(outcome), batch)).toEqual(outcome);
    const opening: Batch = { space, jobs: [first] };
    expect(outcomeIn(packedOutcome({ ms: 0, results: [firstBranches] }), opening)?.results).toEqual([firstBranches]);
  });

  it('holds places of every kind of fault', () => {
    for (const [lock, nodes] of [
      ['redlock', 3],
      ['redisson-redlock', 1],
    ] as const) {
      const wide = spaceWith({ lock, nodes }, { kinds: injectableKinds, faultsMax: 2 });
      const search = new Search(wide);
      const job = search.next();
      if (job === null) throw new Error('There is no job.');
      const results = [finished(runJob(job, wide, parts))];
      expect(outcomeIn(packedOutcome({ ms: 1, results }), { space: wide, jobs: [job] })?.results).toEqual(results);
    }
  });

  it('of every level and lock may be what its worker says', () => {
    for (const [lock, harm] of [
      ['single-node', 'overlap'],
      ['redlock', 'lost'],
      ['etcd', 'stuck'],
    ] as const) {
      const space3 = spaceWith({ lock, nodes: 1 }, { kinds: ['clock-jump'], faultsMax: 3, harm });
      const search = new Search(space3);
      for (let count = 0; count < 4; count++) {
        const job = search.next();
        if (job === null) break;
        const result = finished(runJob(job, space3, parts));
        expect(
          outcomeIn(packedOutcome({ ms: 1, results: [result] }), { space: space3, jobs: [job] }),
          lock,
        ).not.toBeNull();
        search.take(job, result);
      }
    }
  });

  it('has one name, which is that of no other search or content', () => {
    const name = idOf(post(batch, search));
    expect(idOf(post(structuredClone(batch), search))).toBe(name);
    const others = [post(batch, 'other'), post({ space, jobs: [] }, search)];
    expect(new Set([name, ...others.map(idOf)]).size).toBe(3);
  });

  const packed = (value: unknown): string => deflateSync(JSON.stringify(value)).toString('base64');
  const changed = (change: Partial<Record<keyof Branch, unknown>>) =>
    packed({ ...outcome, results: [branches.map((branch) => ({ ...branch, ...change }))] });
  const [place] = second.branches[0] ?? [];
  const branchWith = (change: (branch: Branch) => Partial<Branch>) =>
    packed({ ...outcome, results: [branches.map((branch) => ({ ...branch, ...change(branch) }))] });
  const stronger = (one: Placement): Placement => ({ ...one, fault: { ...one.fault, by: 987_654 } as Fault });

  test.each([
    ['nothing', undefined],
    ['a number', 7],
    ['an empty text', ''],
    ['no base64 of anything', '!!!!'],
    ['deflated garbage', deflateSync('{"ms":').toString('base64')],
    ['null', packed(null)],
    ['a part of it', packedOutcome(outcome).slice(0, -40)],
    ['fewer results than jobs', packed({ ms: 1, results: [] })],
    ['fewer branches than a job has', packed({ ms: 1, results: [branches.slice(1)] })],
    ['a time that is none', packed({ ms: -1, results: [branches] })],
    ['half a run', changed({ runs: 1.5 })],
    ['runs as a text', changed({ runs: '7' })],
    ['a break of no kind of fault', changed({ breaks: [[{ ...place, fault: { kind: 'rain' } }]] })],
    ['a break of three faults where there are two', changed({ breaks: [[place, place, place]] })],
    ['branches after the last level', changed({ open: [place] })],
    ['no places where there are some', changed({ runs: 0, places: 0, breaks: [], open: [], held: [], reached: 0 })],
    ['a place more than there is', branchWith(({ places }) => ({ places: places + 1 }))],
    ['fewer runs than places', branchWith(() => ({ runs: 0 }))],
    ['more runs than striking every place takes', branchWith(({ runs }) => ({ runs: runs * 3 + 1 }))],
    ['a run that was never made', changed({ runs: Number.MAX_SAFE_INTEGER })],
    ['NaN runs', changed({ runs: Number.NaN })],
    ['a break at the place of another branch', changed({ breaks: [[place, place]] })],
    ['a break that is there twice', branchWith(({ breaks }) => ({ breaks: [...breaks, ...breaks] }))],
    ['a break with a fault more than the branch has', changed({ breaks: [[place]] })],
    [
      'a break by a fault that is stronger than any that is tried',
      branchWith(({ held }) => ({ breaks: held.map(({ example }) => example.map(stronger)) })),
    ],
    [
      'more runs that held than places',
      branchWith(({ held }) => ({ held: held.map((one) => ({ ...one, count: 1e6 })) })),
    ],
    ['runs that held, of one kind twice', branchWith(({ held }) => ({ held: [...held, ...held] }))],
    ['a goal that does not exist', changed({ reached: 128 })],
    ['a goal of a run that no run of the branch reached', changed({ reached: 0 })],
    ['a hundred thousand breaks', changed({ breaks: Array.from({ length: 100_000 }, () => [place, place]) })],
    ['a process that does not exist', changed({ breaks: [[{ ...place, process: '__proto__' }]] })],
  ])('takes no result that is %s', (_, value) => {
    expect(outcomeIn(value, batch)).toBeNull();
  });

  test.each([
    ['of a stranger', { to: 'somebody' }],
    ['that is null', null],
    ['whose search has a name that is no name', { ...post(batch, search), search: 'a\n\u001b[2J' }],
    ['with one field more', { ...post(batch, search), more: 1 }],
  ])('is not seen in a job %s', (_, value) => {
    expect(postedIn(value)).toBeNull();
  });

  test.each([
    ['of something else', packed({ hello: 1 })],
    [
      'of a lock that does not exist',
      packed({ space: { ...space, scenario: { ...space.scenario, lock: {} } }, harmful: [], jobs: [] }),
    ],
    ['of a harm that does not exist', packed({ space: { ...space, harm: 'sadness' }, harmful: [], jobs: [] })],
    ['of nine faults', packed({ space: { ...space, faultsMax: 9 }, harmful: [], jobs: [] })],
  ])('is not made of content %s', (_, content) => {
    expect(batchIn({ search, content })).toBeNull();
  });

  it.each([
    ['brackets', "'['.repeat(8e6) + ']'.repeat(8e6)"],
    ['wrong values', `'{"ms":1,"results":[[' + '{},'.repeat(2e6) + '{}]]}'`],
  ])('of millions of %s does not fill the memory of whoever reads it', (_, text) => {
    const program = `import { deflateSync } from 'node:zlib';
      import { outcomeIn } from ${JSON.stringify(new URL('../../src/cli/queue/batch.ts', import.meta.url).href)};
      console.log(outcomeIn(deflateSync(${text}).toString('base64'), { space: {}, jobs: [] }));`;
    const typed = ['--max-old-space-size=400', '--import', 'tsx', '--input-type=module', '--eval', program];
    expect(spawnSync(process.execPath, typed, { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: 'null\n' });
  });

  it('that swells to more than 16 MB is not unpacked', () => {
    const bomb = deflateSync(Buffer.alloc(17 * 1024 * 1024, ' '), { level: 1 }).toString('base64');
    expect(batchIn({ search, content: bomb })).toBeNull();
  });
});
