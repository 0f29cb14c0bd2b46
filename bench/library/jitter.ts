/** Clients whose commands take varying times to travel, but keep their order. */
import type { Redis } from 'ioredis';

const delayed: ReadonlySet<string> = new Set(['set', 'eval', 'evalsha', 'call']);

type Send = (...args: unknown[]) => Promise<unknown>;

/** The same client, slower. It sends each command separately. */
export function withJitter(client: Redis, jitterMs: number): Redis {
  let leavesLast = 0;
  const leave = (): Promise<void> => {
    const at = Math.max(leavesLast, performance.now() + Math.random() * jitterMs);
    leavesLast = at;
    return new Promise((resolve) => setTimeout(resolve, at - performance.now()));
  };
  // Each command waits for the previous one, because Node's timers are not exact enough to keep an order.
  let before: Promise<unknown> = Promise.resolve();
  const later =
    (send: Send): Send =>
    async (...args) => {
      const turn = Promise.all([before, leave()]);
      before = turn;
      await turn;
      return send(...args);
    };
  const sends = new Map([...delayed].map((name) => [name, later(Reflect.get(client, name).bind(client))]));
  return new Proxy(client, {
    // A client that calls itself a cluster gets no pipelines.
    get: (target, name) => (name === 'isCluster' ? true : (sends.get(String(name)) ?? Reflect.get(target, name))),
  });
}
