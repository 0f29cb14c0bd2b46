// A database's server ends the connections of a machine that has been silent for too long, and no others.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Reply } from '../../../src/core/model/effects/request';
import { ok } from '../../../src/core/model/effects/request';
import { makeSecret } from '../../../src/live/server/login';
import { nanosNow } from '../../../src/live/server/nanos';
import { type Peer, type RespServer, serveResp } from '../../../src/live/server/process/respServer';
import type { Target } from '../../../src/live/server/proxy/contract';
import { openStage, type Stage, wait } from './proxyStage';

const keepAliveMs = 200;
const ageMs = 3 * keepAliveMs;

let server: RespServer;
let service: Target;
let stage: Stage;
/** Clients whose last connection the server saw close, and when. */
const left: { readonly client: string; readonly atMs: number }[] = [];

beforeAll(async () => {
  const serve = async (): Promise<Reply> => ok('OK');
  const login = { password: makeSecret() };
  const hasLeft = ({ client }: Peer): void => void left.push({ client, atMs: performance.now() });
  server = await serveResp({ serve, left: hasLeft, ...login });
  service = { process: 'service', role: 'service', host: '127.0.0.1', port: server.port, login };
});
afterAll(() => server.close());
afterEach(() => stage.close());

async function open(keepAlive: number | null = keepAliveMs) {
  stage = openStage(service, { latency: 1 }, keepAlive === null ? {} : { keepAliveMs: keepAlive });
  const [first, second] = [await stage.connect('client1'), await stage.connect('client2')];
  await Promise.all([first.call('BEGIN'), second.call('BEGIN')]);
  left.length = 0;
  return { first, second };
}

const cutOff = (): readonly (() => void)[] => [
  stage.proxy.cut('client1', 'service'),
  stage.proxy.cut('service', 'client1'),
];

it('a client behind a cut loses its connections at the server after the time, and is told nothing', async () => {
  const { first } = await open();
  const closed = vi.fn();
  first.on('close', closed);
  const cutAtMs = performance.now();
  cutOff();
  await vi.waitFor(() => expect(left.map(({ client }) => client)).toEqual(['client1']), { timeout: 10_000 });
  expect((left[0]?.atMs ?? 0) - cutAtMs).toBeGreaterThan(keepAliveMs - keepAliveMs / 4 - 10);
  expect(closed).not.toHaveBeenCalled();
  expect(stage.problems).toEqual([expect.stringContaining('keep-alive')]);
});

it('an answer to a probe after the end of the cut keeps a client’s connections; so does anything that it sends', async () => {
  const { first } = await open(8 * keepAliveMs);
  const reconnect = cutOff();
  await wait(keepAliveMs);
  for (const one of reconnect) one();
  await wait(8 * keepAliveMs);
  expect(left).toEqual([]);
  expect(await first.call('COMMIT')).toBe('OK');
});

it('an idle client with a reachable machine keeps its connections, and so does every client without probes', async () => {
  await open();
  await wait(ageMs);
  expect(left).toEqual([]);
  await stage.close();
  await open(null);
  cutOff();
  await wait(ageMs);
  expect(left).toEqual([]);
});

it('a machine that sleeps is silent for as long as it does', async () => {
  await open();
  stage.proxy.setSuspended('client1', true, nanosNow());
  await vi.waitFor(() => expect(left.map(({ client }) => client)).toEqual(['client1']), { timeout: 10_000 });
  stage.proxy.setSuspended('client2', true, nanosNow());
  stage.proxy.setSuspended('client2', false, nanosNow());
  await wait(ageMs);
  expect(left).toHaveLength(1);
});

it('a machine without power is silent too', async () => {
  await open();
  stage.proxy.setPoweredOff('client2', true);
  await vi.waitFor(() => expect(left.map(({ client }) => client)).toEqual(['client2']), { timeout: 10_000 });
});
