/**
 * The same workload in the usual style, with promises on a fake clock: nodes are maps, messages are timers, Redlock is
 * async functions. It records nothing. Its clock counts microseconds, as the simulator does, and its links draw from
 * the same tables.
 */
import { createClock } from '@sinonjs/fake-timers';
import { type Draw, finish, fromMs, latencyDraw, mix, type Scenario } from '../measured/simulator';
import { lockSettings } from './minute';

type Clock = ReturnType<typeof createClock>;

const nodeCount = 5;
const quorum = 3;
const key = 'stock';

/** @returns how many acquisitions were granted within the scenario's time. */
export async function runPromises({ settings, seed }: Scenario): Promise<number> {
  const clock = createClock(0, Number.POSITIVE_INFINITY);
  const links = { draw: latencyDraw(settings.latency), seed };
  const nodes = Array.from({ length: nodeCount }, () => new Node(clock));
  const storage = { value: 42, version: 1 };
  const granted = { count: 0 };
  for (let number = 0; number < settings.clients; number++) {
    const connect = (to: number): Connection => new Connection(clock, links, number * 16 + to);
    const client = new Client(
      clock,
      settings,
      mix(seed, number),
      nodes.map((node, i) => [node, connect(i)]),
    );
    void client.run(connect(nodeCount), storage, granted);
  }
  await clock.tickAsync(fromMs(settings.duration));
  return granted.count;
}

/** Serves SET NX PX, and a release that compares. */
class Node {
  private readonly entries = new Map<string, { readonly owner: string; readonly expiresAt: number }>();

  constructor(private readonly clock: Clock) {}

  setIfAbsent(owner: string, ttl: number): boolean {
    const entry = this.entries.get(key);
    if (entry !== undefined && entry.expiresAt > this.clock.now) return false;
    this.entries.set(key, { owner, expiresAt: this.clock.now + ttl });
    return true;
  }

  deleteIfOwner(owner: string): boolean {
    return this.entries.get(key)?.owner === owner && this.entries.delete(key);
  }
}

/** One direction. A message sent later never arrives earlier. */
class Link {
  private arrivalLast = 0;
  private sent = 0;

  constructor(
    private readonly clock: Clock,
    private readonly draw: Draw,
    private readonly hash: number,
  ) {}

  send(arrive: () => void): void {
    const { now } = this.clock;
    this.arrivalLast = Math.max(this.arrivalLast, now + this.draw(finish(mix(this.hash, this.sent++))));
    this.clock.setTimeout(arrive, this.arrivalLast - now);
  }
}

class Connection {
  private readonly there: Link;
  private readonly back: Link;

  constructor(
    private readonly clock: Clock,
    { draw, seed }: { readonly draw: Draw; readonly seed: number },
    number: number,
  ) {
    this.there = new Link(clock, draw, mix(seed, 2 * number));
    this.back = new Link(clock, draw, mix(seed, 2 * number + 1));
  }

  /** Undefined when no answer came in time. */
  request<R>(serve: () => R, timeout: number): Promise<R | undefined> {
    return new Promise((resolve) => {
      const timer = this.clock.setTimeout(() => resolve(undefined), timeout);
      this.there.send(() => {
        const answer = serve();
        this.back.send(() => {
          this.clock.clearTimeout(timer);
          resolve(answer);
        });
      });
    });
  }
}

class Client {
  private draws = 0;

  constructor(
    private readonly clock: Clock,
    private readonly settings: Scenario['settings'],
    private readonly hash: number,
    private readonly nodes: readonly (readonly [Node, Connection])[],
  ) {}

  async run(storage: Connection, cell: { value: number; version: number }, granted: { count: number }): Promise<void> {
    const timeout = fromMs(this.settings.storageTimeout);
    for (let round = 0; round < this.settings.rounds; ) {
      await this.sleep(fromMs(this.settings.think));
      const owner = this.random(2 ** 32).toString(16);
      if (!(await this.acquire(owner))) continue;
      granted.count++;
      round++;
      const read = await storage.request(() => ({ ...cell }), timeout);
      await this.sleep(fromMs(this.settings.work));
      if (read !== undefined) {
        await storage.request(() => {
          cell.value = read.value + 1;
          return ++cell.version;
        }, timeout);
      }
      await this.release(owner);
    }
  }

  private async acquire(owner: string): Promise<boolean> {
    const { ttl, tries, retryDelay, retryJitter } = lockSettings;
    for (let tried = 1; ; tried++) {
      const startedAt = this.clock.now;
      const votes = await this.ask((node) => node.setIfAbsent(owner, fromMs(ttl)));
      const validity = fromMs(ttl) - (this.clock.now - startedAt) - fromMs(0.01 * ttl + 2);
      if (votes >= quorum && validity > 0) return true;
      await this.release(owner);
      if (tried === tries) return false;
      await this.sleep(fromMs(retryDelay - retryJitter) + this.random(2 * fromMs(retryJitter) + 1));
    }
  }

  /** Resolves as soon as a majority has granted, or no longer can. */
  private ask(serve: (node: Node) => boolean): Promise<number> {
    return new Promise((resolve) => {
      let votes = 0;
      let open = this.nodes.length;
      for (const [node, connection] of this.nodes) {
        void connection
          .request(() => serve(node), fromMs(lockSettings.nodeTimeout))
          .then((answer) => {
            open--;
            if (answer === true) votes++;
            if (votes === quorum || votes + open < quorum) resolve(votes);
          });
      }
    });
  }

  private async release(owner: string): Promise<void> {
    const timeout = fromMs(lockSettings.nodeTimeout);
    await Promise.all(
      this.nodes.map(([node, connection]) => connection.request(() => node.deleteIfOwner(owner), timeout)),
    );
  }

  private sleep(micros: number): Promise<void> {
    return new Promise((resolve) => {
      this.clock.setTimeout(() => resolve(), micros);
    });
  }

  private random(below: number): number {
    return Math.floor((finish(mix(this.hash, this.draws++)) / 2 ** 32) * below);
  }
}
