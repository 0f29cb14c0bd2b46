/**
 * The library beside others and beside bare ioredis, on five local servers: cycles of acquire and release, nodes that are
 * stopped, and contenders that start together. Everything is measured in turn, so that the machine's other work meets all alike.
 */
import type { Redis } from 'ioredis';
import { NoQuorumError, Redlock } from '../src/redlock';
import { type HaltableServers, startHaltableServers } from '../test/support/haltableServers';
import { type BetaClients, BetaRedlock } from '../test/support/redlockBeta';
import { contenders } from './library/contenders';
import { type Cycles, runBeside, runCycles } from './library/cycles';
import { countFailures } from './library/herd';
import { withJitter } from './library/jitter';
import { percentile, report } from './support/sideBySide';

const pairCount = 61;
const burstMs = 100;

const servers = await startHaltableServers(5);
try {
  await compareSpeed();
  await stopSome(servers);
  await startTogether(servers);
} finally {
  await servers.stop();
}
process.exit(0);

async function compareSpeed(): Promise<void> {
  for (const inFlight of [1, 32]) {
    const runs: Record<string, () => Promise<Cycles>> = {};
    for (const [name, make] of Object.entries(contenders)) {
      const acquire = await make(await servers.connect());
      runs[name] = () => runCycles(acquire, { inFlight, forMs: burstMs, prefix: name });
    }
    const { each, ratios } = await runBeside('ours', runs, pairCount);
    console.log(
      `Acquire and release on five nodes, ${inFlight} in flight, ${pairCount} pairs of bursts of ${burstMs} ms:`,
    );
    for (const [name, { cyclesPerSecond, p50Ms, p99Ms }] of Object.entries(each)) {
      const speed = `${Math.round(cyclesPerSecond)} cycles/s`;
      report(name, speed, `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`);
    }
    const ratioTo = (other: string): string => (ratios[other] ?? Number.NaN).toFixed(2);
    report('ours : raw ioredis', ratioTo('raw'), inFlight === 1 ? 'target: at least 0.95' : '');
    report('ours : node-redlock 5 beta', ratioTo('beta'), inFlight === 1 ? '' : 'target: at least 2');
  }
}

async function stopSome({ halt, wake, connect }: HaltableServers): Promise<void> {
  console.log('Servers stopped (SIGSTOP), acquire and release of a lock of 10 s:');
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
    report(
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
  report(
    '3 of 5, 100 ms a node',
    `${tookMs.toFixed(0)} ms`,
    `${said}; keys left on those that answer: ${left.filter(Boolean).length}`,
  );
}

async function startTogether({ connect }: HaltableServers): Promise<void> {
  console.log(
    'Five contenders start together on five nodes, 40 keys, 0 to 4 ms to each node, 5 ms hold, default retries:',
  );
  const far = async (): Promise<Redis[]> => (await connect()).map((client) => withJitter(client, 4));
  const ours = await Promise.all(Array.from({ length: 5 }, async () => new Redlock(await far())));
  const beta = await Promise.all(
    Array.from({ length: 5 }, async () => new BetaRedlock((await far()) as unknown as BetaClients)),
  );
  const options = { keyCount: 40, holdMs: 5, durationMs: 10_000 };
  report('ours', `${await countFailures(ours, { ...options, prefix: 'ours' })} of 200 fail`, 'target: 0');
  report('node-redlock 5 beta', `${await countFailures(beta, { ...options, prefix: 'beta' })} of 200 fail`);
}
