/**
 * With everysec, a server flushes at its first write of a second, and what is written later in this second waits for the next. On
 * a server that nobody else uses, every write is the first, and none is ever lost. So somebody else writes first.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ordersOf } from '../../faults/program';
import { readInfo, withServer } from '../redis/connection';
import type { RedisServer } from '../redis/contract';
import type { Plan } from './plan';

/** Behind the turn of the second, by which a server's own look at the clock may lag. */
const marginMs = 5;

/** What is left of the second is the scenario's: on a busy machine the next one is waited for, but not for ever. */
const usedMsMax = 120;
const secondsMax = 5;

/** A disk that takes longer is waited for no more. */
const flushMsMax = 500;

type Connection = Parameters<Parameters<typeof withServer>[1]>[0];

/** Whether it makes a difference: power is lost before a second is over. */
export const needsUsedSecond = ({ scenario, faults, programs }: Plan): boolean =>
  scenario.settings.nodes.persistence === 'everysec' &&
  faults.some(({ fault }) => ordersOf(fault, programs).some((order) => order.kind === 'crash' && order.power));

/** Resolves early in a second in which every server has flushed. What was written for it is gone by then. */
export async function letOthersWrite(servers: Iterable<RedisServer>): Promise<void> {
  const urls = [...servers].map(({ url }) => url);
  for (let second = 1; second <= secondsMax; second++) {
    // Connected before the second turns: that takes its time too.
    const turn = Math.ceil(Date.now() / 1000 + 0.1) * 1000 + marginMs;
    await Promise.all(urls.map((url) => withServer(url, (redis) => writeAt(turn, redis))));
    if (Date.now() - turn <= usedMsMax) return;
  }
}

async function writeAt(turn: number, redis: Connection): Promise<void> {
  await sleep(Math.max(0, turn - Date.now()));
  await redis.set('somebody-else', '', 'PX', 1);
  // Another thread of the server flushes: what came before it was done would be on the disk as well.
  while (Date.now() - turn < flushMsMax) {
    const persistence = await readInfo(redis, 'persistence');
    if (persistence.get('aof_pending_bio_fsync') === '0') return;
    await sleep(1);
  }
}
