/**
 * Compares the library with others and with bare ioredis, on five local servers: cycles of acquire and release, also
 * with other settings of the clients, the cost of tracing, stopped nodes, and contenders that start together. The
 * subjects are measured in turn, so that other work of the machine affects all equally. With `--write` the comparison
 * goes into the library's docs.
 */
import { Redis } from 'ioredis';
import { startDistance } from '../test/support/distance';
import { type HaltableServers, startHaltableServers } from '../test/support/haltableServers';
import { type BetaClients, BetaRedlock } from '../test/support/redlockBeta';
import { clientSettings } from './library/clientSettings';
import { allContenders, ourselves } from './library/contenders';
import { type Beside, byProcessorTime, type Cycles, runBeside, runCycles } from './library/cycles';
import { countFailures } from './library/herd';
import { withJitter } from './library/jitter';
import { type Settled, type Speeds, writePage } from './library/page';
import { withTracing } from './library/tracing';
import { NoQuorumError, Redlock } from './measured/library';
import { heading, order, report, say } from './support/figures';
import { median, percentile } from './support/sideBySide';

const pairCount = order.isCompared ? 13 : 31;
/** With many in flight a burst is longer, because fewer and fewer cycles are in flight at its end. */
const burstsFor = (inFlight: number) =>
  inFlight <= 32 ? { forMs: 100, pairs: pairCount } : { forMs: 300, pairs: Math.ceil(pairCount / 2) };

const servers = await startHaltableServers(5);
try {
  const speeds = await compareSpeed();
  const settled = order.isCompared ? [] : await compareSettings();
  const traced = order.isCompared ? [] : await compareTracing();
  if (order.isWritten) await writePage({ speeds, settled, traced, servers });
  await compareFar(servers);
  if (!order.isCompared) {
    await stopSome(servers);
    await startTogether(servers);
  }
} finally {
  await servers.stop();
}
process.exit(0);

async function compareSpeed(): Promise<readonly Speeds[]> {
  const measured = order.isCompared ? ourselves : await allContenders();
  const all: Speeds[] = [];
  for (const inFlight of [1, 32, 256]) {
    const { forMs, pairs } = burstsFor(inFlight);
    const runs: Record<string, () => Promise<Cycles>> = {};
    for (const [name, make] of Object.entries(measured)) {
      const acquire = await make(await servers.connect());
      runs[name] = () => runCycles(acquire, { inFlight, forMs, prefix: name });
    }
    const beside = await runBeside('ours', runs, pairs);
    heading(`Acquire and release on five nodes, ${inFlight} in flight, ${pairs} pairs of bursts of ${forMs} ms:`);
    reportSpeeds(inFlight, beside);
    all.push({ inFlight, beside });
  }
  return all;
}

function reportSpeeds(inFlight: number, { each, ratios }: Beside): void {
  for (const [name, { cyclesPerSecond, p50Ms, p99Ms }] of Object.entries(each)) {
    const speed = `${Math.round(cyclesPerSecond)} cycles/s`;
    const times = `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
    const figure = { name: `${name}, ${inFlight} at a time`, unit: 'cycles/s', value: cyclesPerSecond } as const;
    report({ ...figure, better: 'higher' }, { label: name, measured: speed, target: times });
  }
  const { raw = Number.NaN, ...others } = ratios;
  report(
    { name: `ours : raw, ${inFlight} at a time`, unit: 'times', better: 'higher', value: raw },
    { label: 'ours : raw ioredis', measured: raw.toFixed(2), target: inFlight === 1 ? 'target: at least 0.95' : '' },
  );
  for (const [name, ratio] of Object.entries(others))
    say(`ours : ${name}`, ratio.toFixed(2), name === 'beta' && inFlight === 1 ? 'target: at least 2' : '');
}

/** Fewer pairs, because the processor time of a process depends less on the machine's other work. */
async function compareSettings(): Promise<readonly Settled[]> {
  const measured = await allContenders();
  const pairs = Math.ceil(pairCount / 2);
  const all: Settled[] = [];
  for (const [settings, { ours, others }] of Object.entries(clientSettings)) {
    for (const inFlight of [1, 32]) {
      const runs: Record<string, () => Promise<Cycles>> = {};
      for (const [name, make] of Object.entries(measured)) {
        const acquire = await make(await servers.connect(name === 'ours' ? ours : others));
        runs[name] = byProcessorTime(() => runCycles(acquire, { inFlight, forMs: 100, prefix: name }));
      }
      const beside = await runBeside('ours', runs, pairs);
      heading(`By processor time, ${inFlight} in flight, ${settings}, ${pairs} pairs of bursts:`);
      for (const [name, ratio] of Object.entries(beside.ratios))
        say(`ours : ${name}`, ratio.toFixed(2), targetOf(name, inFlight, settings));
      all.push({ settings, inFlight, beside });
    }
  }
  return all;
}

function targetOf(name: string, inFlight: number, settings: string): string {
  if (name === 'raw' && inFlight === 1 && settings === 'defaults') return 'target: at least 0.95';
  if (name !== 'beta') return '';
  return inFlight === 32 && settings === 'defaults' ? 'target: at least 2' : 'target: at least 1';
}

/** Twice as many pairs, because the differences are small. */
async function compareTracing(): Promise<readonly Speeds[]> {
  const all: Speeds[] = [];
  for (const inFlight of [1, 32]) {
    const acquire = await ourselves.ours(await servers.connect());
    const run = (): Promise<Cycles> => runCycles(acquire, { inFlight, forMs: 100, prefix: 'traced' });
    const beside = await runBeside('no API', withTracing(run), 2 * pairCount);
    heading(`Processor time of a cycle with OpenTelemetry, ${inFlight} in flight, ${2 * pairCount} pairs:`);
    for (const [name, ratio] of Object.entries(beside.ratios)) {
      const target = name === 'API without SDK' ? 'target: at most 2 %' : '';
      say(name, `${((ratio - 1) * 100).toFixed(1)} % more`, target);
    }
    all.push({ inFlight, beside });
  }
  return all;
}

/** Measures what the library adds when the network takes nearly all the time: successive rounds, and short timeouts. */
async function compareFar({ ports }: HaltableServers): Promise<void> {
  heading('Acquire and release on five nodes that are 100 ms away, there and back; one at a time:');
  const distances = await Promise.all(ports.map((port) => startDistance(port, { oneWayMs: 50 })));
  const connect = (): readonly Redis[] => distances.map(({ port }) => new Redis({ host: '127.0.0.1', port }));
  const clients = { ours: connect(), raw: connect() };
  const acquires = { ours: await ourselves.ours(clients.ours), raw: await ourselves.raw(clients.raw) };
  const times: Record<keyof typeof acquires, number[]> = { ours: [], raw: [] };
  for (let round = -2; round < 15; round++) {
    for (const name of ['ours', 'raw'] as const) {
      const startedAt = performance.now();
      const release = await acquires[name](`far:${name}:${round}`);
      await release();
      if (round >= 0) times[name].push(performance.now() - startedAt);
    }
  }
  const value = median(times.ours) / median(times.raw);
  report(
    { name: 'ours : raw, 100 ms away', unit: 'times', better: 'lower', value },
    { label: 'ours : raw ioredis', measured: value.toFixed(3), target: 'target: at most 1.1 times as long' },
  );
  for (const client of [...clients.ours, ...clients.raw]) client.disconnect();
  await Promise.all(distances.map(({ stop }) => stop()));
}

async function stopSome({ halt, wake, connect }: HaltableServers): Promise<void> {
  heading('Servers stopped (SIGSTOP), acquire and release of a lock of 10 s:');
  const others = await connect();
  for (const count of [0, 1, 2]) {
    const redlock = new Redlock(await connect(), { retryCount: 0 });
    for (let index = 0; index < count; index++) halt(index);
    const times: number[] = [];
    for (let i = 0; i < 200; i++) {
      const startedAt = performance.now();
      const lock = await redlock.acquire([`stopped:${i}`], 10_000);
      await lock.release();
      times.push(performance.now() - startedAt);
    }
    for (let index = 0; index < count; index++) wake(index);
    const sorted = times.toSorted((a, b) => a - b);
    say(
      `${count} of 5`,
      `p50 ${percentile(sorted, 0.5).toFixed(2)} ms`,
      `p99 ${percentile(sorted, 0.99).toFixed(2)} ms, no exception`,
    );
  }
  await stopThree({ halt, wake, connect }, others);
}

async function stopThree(
  { halt, wake, connect }: Pick<HaltableServers, 'halt' | 'wake' | 'connect'>,
  others: readonly Redis[],
): Promise<void> {
  const redlock = new Redlock(await connect(), { retryCount: 0, nodeTimeout: 100 });
  await (await redlock.acquire(['three'], 10_000)).release();
  [0, 1, 2].forEach(halt);
  const startedAt = performance.now();
  const error = await redlock.acquire(['three'], 10_000).catch((thrown: unknown) => thrown);
  const tookMs = performance.now() - startedAt;
  const left = await Promise.all(others.slice(3).map((node) => node.exists('three')));
  [0, 1, 2].forEach(wake);
  const said = error instanceof NoQuorumError ? 'no quorum' : String(error);
  say(
    '3 of 5, 100 ms a node',
    `${tookMs.toFixed(0)} ms`,
    `${said}; keys left on those that answer: ${left.filter(Boolean).length}`,
  );
}

async function startTogether({ connect }: HaltableServers): Promise<void> {
  heading('Five contenders start together on five nodes, 40 keys, 0 to 4 ms to each node, 5 ms hold, default retries:');
  const far = async (): Promise<Redis[]> => (await connect()).map((client) => withJitter(client, 4));
  const ours = await Promise.all(Array.from({ length: 5 }, async () => new Redlock(await far())));
  const beta = await Promise.all(
    Array.from({ length: 5 }, async () => new BetaRedlock((await far()) as unknown as BetaClients)),
  );
  const options = { keyCount: 40, holdMs: 5, durationMs: 10_000 };
  say('ours', `${await countFailures(ours, { ...options, prefix: 'ours' })} of 200 fail`, 'target: 0');
  say('node-redlock 5 beta', `${await countFailures(beta, { ...options, prefix: 'beta' })} of 200 fail`);
}
