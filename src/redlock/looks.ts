/** How all locks of the library read the state of a lock: isLocked and peek. */
import { checkResources } from './checks';
import { NoQuorumError } from './errors';
import { executionErrorOfNodes } from './executionErrors';
import { LockWork } from './lockWork';
import { type Peeked, sightOf } from './peeking';
import { lookEverywhere } from './programs';
import { run } from './runUnlessStopped';

export abstract class LockLooks extends LockWork {
  /**
   * Looks whether somebody has any of the resources. It is for displays, metrics and tests. The answer is old when it
   * arrives, so never decide by it: instead of `if (!(await isLocked(a))) work()`, use `tryAcquire`, which looks and
   * locks in one step.
   *
   * @returns true if somebody holds one of them, by the nodes' clocks, be it this process or another. False if nobody
   * can have a majority for any of them.
   * @throws NoQuorumError if too few nodes answered to know; TypeError for resources that are not names.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const redlock = new Redlock(nodes);
   * assert.equal(await redlock.isLocked(['a', 'b']), false);
   * const lock = await redlock.acquire(['b'], 5000);
   * assert.equal(await redlock.isLocked(['a', 'b']), true);
   * await lock.release();
   *
   * for (const node of nodes) node.halt();
   * await assert.rejects(redlock.isLocked(['a']), { name: 'NoQuorumError' }); // Not known is not free.
   */
  async isLocked(resources: readonly string[]): Promise<boolean> {
    checkResources(resources);
    if (resources.length === 0) throw new TypeError('There is no resource to look at.');
    const looks = await Promise.allSettled(resources.map((resource) => this.peek(resource)));
    if (looks.some((look) => look.status === 'fulfilled' && look.value !== null)) return true;
    for (const look of looks) if (look.status === 'rejected') throw look.reason;
    return false;
  }

  /**
   * Looks who has a resource, and for how long: what a majority of the nodes says. It asks every node once and changes
   * nothing. As with `isLocked`, the answer is old when it arrives: show it, but do not decide by it.
   *
   * @returns `value` is the holder's `lock.value`; `data` is what the holder set as `data`, or null; `remainingMs` is
   * how long a majority will have the value, as the nodes counted when they answered. The holder itself relies on its
   * lock for less time. Null: nobody has a majority.
   * @throws NoQuorumError if too few nodes answered to know: also if the silent ones could make a majority for somebody.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const redlock = new Redlock(nodes);
   * assert.equal(await redlock.peek('report'), null);
   * const lock = await redlock.acquire(['report'], 5000, { data: 'worker 7' });
   * const seen = await redlock.peek('report');
   * assert.ok(seen !== null);
   * assert.equal(seen.value, lock.value);
   * assert.equal(seen.data, 'worker 7');
   * assert.ok(seen.remainingMs > 4000 && seen.remainingMs <= 5000);
   * await lock.release();
   */
  async peek(resource: string): Promise<Peeked | null> {
    const context = this.contextFor([resource], lookDuration, this.settings, 0);
    const { group } = this;
    const operation = this.operationFor(context);
    const { peeked, votes } = sightOf(group, await run(operation, lookEverywhere(context)));
    if (peeked !== undefined) return peeked;
    const query = {
      attempts: [Promise.resolve(votes)],
      latest: { votes: () => votes, request: operation.lookRound?.request },
    };
    const failed = { operation: query, resources: [resource], group };
    throw executionErrorOfNodes(
      NoQuorumError,
      'Too few nodes answered to know whether a client has the resource.',
      failed,
    );
  }
}

/** A look waits as long for the nodes as the acquire of a lock of this duration, in ms. */
const lookDuration = 2000;
