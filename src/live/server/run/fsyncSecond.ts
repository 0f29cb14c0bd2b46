/**
 * Makes everysec lose writes in live runs as well. A server flushes at its first write of a second, and later writes in
 * this second wait for the next flush. On a server that nobody else uses, every write of a run would be the first, and
 * no write would ever be lost. So another client writes first.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ordersOf } from '../../../core/faults/program';
import type { RedisServer } from '../redis/contract';
import { readInfo, withServer } from '../redis/withServer';
import type { Plan } from './plan';

/** How long to wait after the second turns, because a server's own view of the clock may lag. */
const marginMs = 5;

/**
 * How much of the second may be used up; the rest belongs to the scenario. On a busy machine the next second is tried,
 * but not forever.
 */
const usedMsMax = 120;
const secondsMax = 5;

/** The longest wait for a slow disk. */
const flushMsMax = 500;

type Connection = Parameters<Parameters<typeof withServer>[1]>[0];

/** Whether it makes a difference: a power loss comes before a second is over. */
export const needsFsyncSecond = ({ scenario, faults, programs }: Plan): boolean =>
  scenario.settings.nodes.persistence === 'everysec' &&
  faults.some(({ fault }) => ordersOf(fault, programs).some((order) => order.kind === 'crash' && order.power));

/** Resolves early in a second in which every server has flushed. The keys that it wrote are removed by then. */
export async function primeFsyncSecond(servers: Iterable<RedisServer>): Promise<void> {
  const urls = [...servers].map(({ url }) => url);
  for (let second = 1; second <= secondsMax; second++) {
    // The connection is made before the second turns, because that takes time too.
    const turn = Math.ceil(Date.now() / 1000 + 0.1) * 1000 + marginMs;
    await Promise.all(urls.map((url) => withServer(url, (redis) => writeAt(turn, redis))));
    if (Date.now() - turn <= usedMsMax) return;
  }
}

async function writeAt(turn: number, redis: Connection): Promise<void> {
  await sleep(Math.max(0, turn - Date.now()));
  await redis.set('somebody-else', '', 'PX', 1);
  // Another thread of the server does the flush. Writes of the run before the end of this flush would reach the disk
  // with it.
  while (Date.now() - turn < flushMsMax) {
    const persistence = await readInfo(redis, 'persistence');
    if (persistence.get('aof_pending_bio_fsync') === '0') return;
    await sleep(1);
  }
}
