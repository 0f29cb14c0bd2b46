// The recipe for a NestJS service, constructed and ended as Nest does it.
import { expect, it, vi } from 'vitest';
import { ContendedError, Redlock } from '../../../src/redlock/all';
import { LockService } from '../../../src/redlock/recipes/nestService';
import { nodesOf } from '../simulatedNodes';

/** Two instances of one application, on the same nodes. */
function instances() {
  const nodes = nodesOf(3);
  // One that waited would wait forever.
  const service = () => new LockService(new Redlock(nodes, { retryCount: -1 }));
  const services = [service(), service()] as const;
  return { nodes, services };
}

it('runs a task on one of two instances', async () => {
  const { services } = instances();
  const task = vi.fn(async () => {});
  let finish = (): void => {};
  const running = services[0].runUnlessRunning('report', () => {
    void task();
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await vi.waitFor(() => expect(task).toHaveBeenCalledOnce());
  expect(await services[1].runUnlessRunning('report', task)).toBe(false);
  finish();
  expect(await running).toBe(true);
  expect(await services[1].runUnlessRunning('report', task)).toBe(true);
  expect(task).toHaveBeenCalledTimes(2);
});

it('waits where it is to run in any case, and returns the result', async () => {
  const { nodes, services } = instances();
  const order: string[] = [];
  const done = await Promise.all(
    services.map((service, i) =>
      service.run('account', async () => {
        order.push(`${i} in`);
        await Promise.resolve();
        order.push(`${i} out`);
        return i;
      }),
    ),
  );
  expect(done).toEqual([0, 1]);
  expect(order.map((word) => word.slice(2))).toEqual(['in', 'out', 'in', 'out']);
  expect(nodes.flatMap((node) => node.keys())).toEqual([]);
});

it('passes on the errors of the work, also those of its own locks', async () => {
  const { services } = instances();
  const fails = services[0].runUnlessRunning('report', async () => {
    throw new ContendedError('Another lock is taken.', []);
  });
  await expect(fails).rejects.toThrow('Another lock is taken.');
});

it('closes its connections when the module is destroyed', async () => {
  const quit = vi.fn(async () => 'OK');
  const service = new LockService(
    new Redlock([
      { request: async () => null, quit },
      { request: async () => null, quit },
    ]),
  );
  await service.onApplicationShutdown();
  expect(quit).toHaveBeenCalledTimes(2);
});
