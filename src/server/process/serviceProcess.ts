/** The database of an SQL lock in a live run. */
import type { StartStorage } from './contract';
import type { Obedient } from './runProcess';

export async function startService(start: StartStorage): Promise<Obedient> {
  throw new Error(`The database of ${start.scenario.lock.id} does not run live yet.`);
}
