/**
 * With everysec, a server flushes at its first write of a second, and what is written later in this second waits for the next. On
 * a server that nobody else uses, every write is the first, and none is ever lost. So somebody else writes first.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { withServer } from '../redis/connection';
import type { RedisServer } from '../redis/contract';
import type { Plan } from './plan';

/** Behind the turn of the second, by which a server's own look at the clock may lag. */
const marginMs = 5;

/** Whether it makes a difference: power is lost before a second is over. */
export const needsUsedSecond = ({ scenario, faults }: Plan): boolean =>
  scenario.settings.nodes.persistence === 'everysec' && faults.some(({ fault }) => fault.kind === 'power-loss');

/** Resolves early in a second in which every server has flushed. What it wrote is gone by then. */
export async function letOthersWrite(servers: Iterable<RedisServer>): Promise<void> {
  await sleep(1000 - (Date.now() % 1000) + marginMs);
  await Promise.all([...servers].map(({ url }) => withServer(url, (redis) => redis.set('somebody-else', '', 'PX', 1))));
}
