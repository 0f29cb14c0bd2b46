// The command line of the explorer as a person uses it: in this process, and once as the program that npm starts.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { explore as command } from '../../src/cli/exploreCommand';
import { inTask } from '../../src/cli/inTask';
import { decodeLink } from '../../src/core/model/links/link';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { finished } from '../../src/search/explore/branch';
import { runJob } from '../../src/search/explore/search';
import type { Space } from '../../src/search/explore/space';
import type { SpawnWorker } from '../../src/search/explore/workers';
import { byNight } from '../support/nightly';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A worker in this thread. */
const hire =
  (space: Space): SpawnWorker =>
  () => ({ work: (job) => inTask(() => finished(runJob(job, space, parts))), end: () => {} });

async function explore(...args: string[]) {
  return exploreUntil(new AbortController(), null, ...args);
}

/**
 * @param last the progress message after which the search is stopped, recognised by these words. Null: nobody stops
 * it
 */
async function exploreUntil(stopping: AbortController, last: string | null, ...args: string[]) {
  let out = '';
  let errors = '';
  let time = 0;
  const status = await command(args, {
    out: (text) => {
      out += text;
    },
    called: 'npm run -s cli -- explore',
    errors: (text) => {
      errors += text;
      if (last !== null && text.includes(last)) stopping.abort();
    },
    signal: stopping.signal,
    spawnFor: (space) => Promise.resolve(hire(space)),
    workers: 1,
    // Each reading of the clock is a second later, so every progress is reported.
    now: () => (time += 1000),
  });
  return { status, out, errors, last: out.trimEnd().split('\n').at(-1) };
}

describe('explore', () => {
  it('finds the pause of story 20, and its link opens a run in which an update is lost', async () => {
    const { status, out, last } = await explore('20');
    expect(status).toBe(0);
    expect(last).toBe('found: 4 breaks in 477 runs');
    expect(out).toContain('An update was lost (4 places)');
    expect(out).toContain('It takes at least');
    expect(out).toContain('\n   Point of no return: 3.239 s. ');
    expect(out).toContain('\n   Any of these would have been enough: storage-side check: ');
    const link = /http:\S+/.exec(out)?.[0] ?? '';
    const decoded = await decodeLink(link, { parts, resolveStory: async () => undefined });
    expect(decoded.ok && runScenario(decoded.scenario, parts).verdict.data).toBe('lost');
  });

  it('finds none with the version check, and tells what it has covered', async () => {
    const { status, out, last } = await explore('20', '--check', 'version', '--lang', 'zh');
    expect(status).toBe(0);
    expect(last).toMatch(/^found: none in \d+ runs$/);
    expect(out).toContain('没有出问题的运行');
    expect(out.match(/http:/g)).toHaveLength(5);
  });

  it('makes links to the page that is given, without its fragment', async () => {
    const { out } = await explore('20', '--faults', 'pause', '--base', 'https://example.org/redlock/?lang=zh#old');
    expect(out).toMatch(/https:\/\/example\.org\/redlock\/\?lang=zh#v1\./);
    expect(out).not.toContain('5180');
  });

  it('prints one object for a program', async () => {
    const { out } = await explore(
      ...['--lock', byNight('single-node', 'redlock'), '--faults', 'pause', '--seeds', '2', '--json'],
    );
    const { breaks, space, isWhole, last } = JSON.parse(out);
    expect(space).toMatchObject({ harm: 'lost', kinds: ['pause'], faultsMax: 1, seeds: [1, 2] });
    expect(isWhole).toBe(true);
    expect(breaks[0]).toMatchObject({ data: 'lost', faults: [{ kind: 'pause', process: 'client1' }] });
    expect(breaks[0].late).toMatchObject({ asked: 'lost', isConfirmed: true });
    expect(breaks[0].late.changes.length).toBeGreaterThan(0);
    expect(last).toMatch(/^found: \d+ breaks in \d+ runs$/);
  });

  it('takes every kind of fault, and says which of them find nothing to strike', async () => {
    const { status, out, last } = await explore('--lock', 'redlock', '--check', 'version', '--faults', 'all');
    expect(status).toBe(0);
    expect(out).toContain('Nothing here can be hit by failover, no-leader, session-ends, so nothing was tried.');
    expect(last).toMatch(/^found: none in \d{4} runs$/);
  });

  it('tells each number of a fault that has several', async () => {
    const { out } = await explore('--lock', 'single-node', '--faults', 'slow');
    expect(out).toMatch(/It takes at least .* \(Later by\)\./);
    expect(out).toMatch(/It takes at least .* \(Lasts\)\./);
  });

  it('tells how large the pairs are before it begins them, and its progress', async () => {
    const { status, errors, last } = await explore(
      ...['--lock', 'redlock', '--faults', 'clock-jump', '--max', '2', '--harm', 'overlap'],
    );
    expect(status).toBe(0);
    expect(errors).toMatch(/With 2 faults: about \d+ more runs/);
    expect(errors).toMatch(/\d+ runs, \d+ a second, \d+ of \d+ branches/);
    expect(last).toMatch(/^found: none in \d+ runs$/);
  });

  it('does not begin a space that no machine gets through, and offers a smaller one', async () => {
    const { status, errors, last } = await explore('34', '--check', 'version', '--faults', 'all', '--max', '3');
    expect(status).toBe(3);
    expect(errors).toContain('--max 2');
    expect(last).toMatch(/^stopped: none in \d+ runs, all of 1 fault searched$/);
  });

  it('stops when it is told to, and prints what was covered', async () => {
    const stopping = new AbortController();
    stopping.abort();
    const { status, out, last } = await exploreUntil(stopping, null, '20');
    expect(status).toBe(3);
    expect(out).toContain('Places');
    expect(last).toMatch(/^stopped: none in [1-9]\d* runs, not all of 1 fault searched$/);
  });

  it('does not make breaks smaller when it is stopped among pairs', async () => {
    const args = ['--lock', 'redlock', '--max', '2', '--harm', 'overlap', '--json'];
    const { status, out } = await exploreUntil(new AbortController(), 'With 2 faults', ...args);
    expect(status).toBe(3);
    const { breaks, isWhole } = JSON.parse(out);
    expect(isWhole).toBe(false);
    expect(breaks[0]).toMatchObject({ lock: 'overlap', margins: [] });
  });

  test.each([
    [[], 'What should be explored?'],
    [['20', '--faults', 'pause,rain'], 'There is no kind of fault "rain". --faults must be among pause, crash, lose,'],
    [['20', '--faults', 'all,pause'], 'There is no kind of fault "all". --faults must be among'],
    [['20', '--faults', ''], '--faults must be among'],
    [['20', '--max', '4'], '--max must be'],
    [['20', '--max', '1.5'], '--max must be'],
    [['20', '--harm', 'sadness'], '--harm must be among lost'],
    [['20', '--seeds', '0'], '--seeds must be'],
    [['20', '--workers', '99'], '--workers must be'],
    [['20', '--queue', '127.0.0.1:6379'], 'The queue takes an address such as redis://'],
    [['20', '--queue'], 'The queue takes an address such as redis://'],
    [['20', '--queue', 'redis://a', '--workers', '2'], '--workers and --queue exclude each other'],
    [['20', '--queue', 'redis://127.0.0.1:1'], 'No Redis can be used at redis://127.0.0.1:1: connect ECONNREFUSED'],
    [['20', '--check', 'nothing'], 'There is no check "nothing"'],
    [['20', '--lock', 'nothing'], 'There is no lock "nothing"'],
    [['20', '--json=1'], '--json takes no value.'],
    [['20', '21'], 'one story'],
    [['20', '--speed', '9'], 'no option --speed'],
    [['no-such-story'], 'not a story'],
    [['pause-before-wirte'], 'Did you mean "pause-before-write"?'],
    [['20', '--check', 'versoin'], 'Did you mean "version"?'],
    [['20', '--base', 'example.org'], '--base takes the address of a page'],
    [['20', '--base', 'file:///etc/passwd'], '--base takes the address of a page'],
  ])('refuses %j in one sentence', async (args, problem) => {
    const { status, errors, out } = await explore(...args);
    expect(status).toBe(2);
    expect(errors).toContain(problem);
    expect(out).toBe('');
  });

  it('is a program with threads of its own, which come to the same sum', async () => {
    const args = ['--lock', 'redlock', '--faults', 'clock-jump', '--max', '2', '--harm', 'overlap'];
    const alone = await explore(...args);
    const script = `${root}/scripts/run.mjs`;
    const out = await new Promise<string>((resolve) => {
      execFile(process.execPath, [script, 'explore', ...args, '--workers', '2'], (_error, text) => resolve(text));
    });
    expect(out).toBe(alone.out);
  });
});
