// The content of the library's errors: the lock's name, the request, the answer of each node, and the underlying
// problem.
import { describe, expect, it } from 'vitest';
import {
  ContendedError,
  ExecutionError,
  LockLostError,
  NodeTimeoutError,
  NoQuorumError,
  Redlock,
  ReleaseFailedError,
  ResourceLockedError,
} from '../../src/redlock/all';
import type { SimulatedRedis } from '../../src/redlock/simulated';
import { goByFakeClock } from './fakeClock';
import { failure, nodesOf } from './simulatedNodes';

goByFakeClock();

const once = { retryCount: 0, releaseRetryCount: 0, nodeTimeout: 20 } as const;
describe('an error', () => {
  it('has the name of its class', () => {
    const classes = [ExecutionError, ContendedError, NoQuorumError, LockLostError, ReleaseFailedError];
    expect(classes.map((Kind) => new Kind('text', []).name)).toEqual(classes.map(({ name }) => name));
    expect(String(new LockLostError('gone', []))).toBe('LockLostError: gone');
  });

  it('names its resources, and has the votes of the latest try as plain data', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, once);
    await redlock.acquire(['b'], 5000);
    const error = await failure(redlock.acquire(['a', 'b'], 5000));
    expect(error).toBeInstanceOf(ContendedError);
    expect(error.resources).toEqual(['a', 'b']);
    expect(error.votes?.votesAgainst.size).toBeGreaterThan(1);
    expect(error.cause).toBeInstanceOf(ResourceLockedError);
  });

  it('has the problems of the nodes as its cause, and names each of them', async () => {
    const reset = new Error('read ECONNRESET');
    const bad = { request: () => Promise.reject(reset), options: { host: '10.0.0.7', port: 6390 } };
    const [good] = nodesOf(1);
    const error = await failure(new Redlock([bad, good as SimulatedRedis], once).acquire(['a'], 5000));
    expect(error).toBeInstanceOf(NoQuorumError);
    expect(error.cause).toBe(reset);
    expect(error.message).toContain('1 of 2 nodes did not answer, or gave an error: 10.0.0.7:6390: read ECONNRESET.');

    const three = nodesOf(3);
    for (const node of three.slice(1)) node.halt();
    const other = await failure(
      new Redlock([three[0] as SimulatedRedis, ...three.slice(1)], once).acquire(['a'], 5000),
    );
    expect(other.cause).toBeInstanceOf(NodeTimeoutError);
    expect(other.message).toContain('node 2, node 3: no answer within 20 ms.');
  });

  it('gathers different causes', async () => {
    const saying = (text: string) => ({ request: () => Promise.reject(new Error(text)) });
    const clients = [saying('closed'), saying('LOADING Redis'), saying('closed')];
    const { cause } = await failure(new Redlock(clients, once).acquire(['a'], 5000));
    expect(cause).toBeInstanceOf(AggregateError);
    expect((cause as AggregateError).errors.map(({ message }) => message)).toContain('LOADING Redis');
  });

  it('from an extension or a release names the resources too', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, once);
    const lock = await redlock.acquire(['a'], 5000);
    for (const node of nodes) node.halt();
    const extending = await failure(lock.extend(6000));
    const releasing = await failure(lock.release());
    expect([extending.name, releasing.name]).toEqual(['NoQuorumError', 'ReleaseFailedError']);
    expect([extending.resources, releasing.resources]).toEqual([['a'], ['a']]);
    expect(releasing.message).toContain('3 of 3 nodes did not answer');
    for (const node of nodes) node.wake();
    const lost = await redlock.acquire(['b'], 5000);
    for (const node of nodes) node.forget();
    expect(await failure(lost.extend(5000))).toMatchObject({ name: 'LockLostError', resources: ['b'] });
  });
});
