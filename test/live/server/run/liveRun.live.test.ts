// Whole runs on real Redis: a story has its promised outcome, and a run leaves nothing behind, however it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { story } from '../../../../src/content/stories/argument/pauseBeforeWrite';
import { judge } from '../../../../src/core/judge/judge';
import type { Scenario } from '../../../../src/core/model/scenario/scenario';
import type { Trace } from '../../../../src/core/model/trace/trace';
import { eventsOf } from '../../../../src/core/model/trace/traceReader';
import { parts } from '../../../../src/core/run/parts';
import { type LiveRunner, openLiveRunner } from '../../../../src/live/server/run/liveRunner';
import type { LiveReport } from '../../../../src/live/server/run/reports';
import { GrowingTrace } from '../../../../src/live/wire/growingTrace';
import { holdsFollowTheirLife } from '../../../support/rules/holds';
import { messagesEndOnce } from '../../../support/rules/messages';
import { nobodyActsWhileStopped, timeNeverFalls } from '../../../support/rules/processes';
import { brokenRules } from '../../../support/rules/rule';
import { repeatsItself } from '../../../support/undecided';
import { untilAsJudged } from '../storyRuns';

let liveRunner: LiveRunner;
const { scenario } = story;
/** The workshop's own process: its watcher. */
let before: readonly number[];

beforeAll(async () => {
  liveRunner = await openLiveRunner({ parts, environment: process.env });
  if (process.platform !== 'linux') return;
  // The search for Redis may still be ending.
  await vi.waitFor(() => expect(childrenOf(process.pid).length).toBe(1), { timeout: 20_000 });
  before = childrenOf(process.pid);
});

afterAll(() => liveRunner.close());

/** The children of a process and their descendants, without zombies. */
function childrenOf(pid: number): readonly number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    const state = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    return state === null || state.letter === 'Z' ? [] : [{ pid: Number(name), parent: state.parent }];
  });
  const found = parents.filter(({ parent }) => parent === pid).map((child) => child.pid);
  return found.flatMap((child) => [child, ...childrenOf(child)]);
}

function statOf(pid: number): { readonly letter: string; readonly parent: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [letter = 'Z', parent = '0'] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { letter, parent: Number(parent) };
  } catch {
    return null;
  }
}

const isThere = (pid: number): boolean => (statOf(pid)?.letter ?? 'Z') !== 'Z';
/** Folders of this workshop: their names contain the token of its watcher. */
function foldersOfRuns(): readonly string[] {
  const [watcher] = before;
  const [token = 'none'] = /[0-9a-f]{24}/.exec(readFileSync(`/proc/${watcher}/cmdline`, 'latin1')) ?? [];
  return readdirSync(tmpdir()).filter((name) => name.includes(token));
}
/** A closed socket exists until the next turn of the loop. */
const sockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap' || name === 'TCPSocketWrap').length;

interface Reported {
  readonly trace: Trace;
  readonly news: readonly LiveReport[];
}

async function run(given: Scenario): Promise<Reported> {
  const news: LiveReport[] = [];
  const outcome = await liveRunner.run(given, { onReport: (one) => news.push(one) });
  if (!outcome.ok) throw new Error(outcome.problem.en);
  return { trace: outcome.trace, news };
}

/** Stops a run as soon as something has happened in it. */
async function stoppedAfter(given: Scenario, kind: LiveReport['type']): Promise<LiveReport['type'] | undefined> {
  const stopping = new AbortController();
  let last: LiveReport['type'] | undefined;
  await liveRunner.run(given, {
    signal: stopping.signal,
    onReport: ({ type }) => {
      if (type === 'began') expect(foldersOfRuns().length).toBeGreaterThan(0);
      last = type;
      if (type === kind) stopping.abort();
    },
  });
  return last;
}

const lasting = { timeout: 300_000, meta: repeatsItself };

const everyRule = [timeNeverFalls, nobodyActsWhileStopped, holdsFollowTheirLife, messagesEndOnce];

// The test finds remaining processes in /proc.
describe.skipIf(process.platform !== 'linux')('a run on real Redis', () => {
  it('tells story 20 with a real pause, and its trace is as sound as a simulated one', lasting, async ({ skip }) => {
    const { trace, news } = await untilAsJudged(run, scenario, 'lost', skip);
    expect(judge(trace, parts).outcome).toBe('lost');
    expect(trace.header).toMatchObject({ origin: 'live', ended: 'quiet', emulated: [], missed: {}, quorum: 3 });
    expect(trace.header.engine).toMatch(/^Redis \d+\.\d+/);
    expect(trace.header.processes.every(({ uncertainty }) => uncertainty > 0)).toBe(true);
    expect(brokenRules(trace, everyRule)).toEqual([]);
    const [paused, resumed] = [eventsOf(trace, 'paused')[0]?.at ?? 0, eventsOf(trace, 'resumed')[0]?.at ?? 0];
    const asked = Object.values(trace.header.scenario.faults).find(({ kind }) => kind === 'pause');
    if (asked?.kind !== 'pause') throw new Error('Nobody is paused.');
    expect((resumed - paused) / 1000).toBeGreaterThan(asked.for - 10);

    const began = news.find((one) => one.type === 'began');
    if (began?.type !== 'began') throw new Error('It never began.');
    const growing = new GrowingTrace(began.header);
    for (const one of news) if (one.type === 'rows') expect(growing.add(one)).toBeNull();
    const streamed = growing.trace(trace.header);
    expect([streamed.count, [...streamed.kind], [...streamed.at]]).toEqual([
      trace.count,
      [...trace.kind],
      [...trace.at],
    ]);

    expect(childrenOf(process.pid)).toEqual(before);
    expect(foldersOfRuns()).toEqual([]);
    await expect.poll(sockets).toBe(0);
  });

  it.each(['preparing', 'began', 'rows'] as const)(
    'leaves no process, port or folder when it is stopped after "%s"',
    async (kind) => {
      expect(await stoppedAfter(scenario, kind)).toBe(kind === 'preparing' ? 'failed' : 'ended');
      expect(childrenOf(process.pid)).toEqual(before);
      expect(foldersOfRuns()).toEqual([]);
      await expect.poll(sockets).toBe(0);
    },
    60_000,
  );

  it('shares nothing with another run at the same time', async () => {
    const single = { ...scenario, lock: { id: 'single-node' }, faults: {} };
    const brief = { ...single, settings: { ...scenario.settings, clients: 1, duration: 3000 } };
    const [one, other] = await Promise.all([run(brief), run(brief)]);
    for (const { trace } of [one, other]) {
      expect(judge(trace, parts).outcome).toBe('held');
      expect(eventsOf(trace, 'refused')).toEqual([]);
      expect(eventsOf(trace, 'wrote').map(({ version }) => version)).toEqual([2]);
    }
  }, 60_000);

  it('has its second used up by others if power is lost under everysec, and replicas take writes from their master alone', async () => {
    const nodes = { ...scenario.settings.nodes, count: 1, replicas: 1, persistence: 'everysec' } as const;
    const when = { kind: 'time', at: 300 } as const;
    const faults = { power: { kind: 'power-loss', process: 'nodeA', when, restartAfter: 200 } } as const;
    const settings = { ...scenario.settings, nodes, clients: 1, duration: 2000 };
    const { trace } = await run({ ...scenario, lock: { id: 'single-node' }, settings, faults });
    expect(trace.header.emulated).toContainEqual({ kind: 'others-write' });
    expect(eventsOf(trace, 'faultStruck')).toHaveLength(1);
  }, 60_000);

  it('is refused in words when it cannot run', async () => {
    const news: LiveReport[] = [];
    const given = { ...scenario, lock: { id: 'zookeeper-sequential' }, faults: {} };
    const outcome = await liveRunner.run(given, { onReport: (one) => news.push(one) });
    expect(outcome.ok).toBe(false);
    expect(news).toEqual([
      { type: 'failed', problem: expect.objectContaining({ en: expect.stringMatching('ZooKeeper') }) },
    ]);
  });

  it('is gone when its backend is killed in the midst of it, stopped processes too', async () => {
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    const args = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'src/cli/play.ts'), '20', '--live'];
    const backend = spawn(process.execPath, args, { stdio: 'ignore' });
    const isStopped = (pid: number): boolean => statOf(pid)?.letter === 'T';
    await expect
      .poll(() => childrenOf(backend.pid ?? 0).some(isStopped), { timeout: 40_000, interval: 100 })
      .toBe(true);
    const left = childrenOf(backend.pid ?? 0);
    expect(left.length).toBeGreaterThan(8);
    // Kills the loader's process and the one that it started, as the system does when it runs out of memory.
    const [inner] = left;
    process.kill(inner ?? 0, 'SIGKILL');
    backend.kill('SIGKILL');
    await once(backend, 'exit');
    await expect.poll(() => left.filter(isThere)).toEqual([]);
  }, 60_000);
});
