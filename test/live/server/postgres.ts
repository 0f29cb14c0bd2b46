// A Postgres server for tests: the one of DATABASE_URL, or a new one if the programs are installed; otherwise none.

import { startGuard } from '../../../src/live/server/redis/guard';
import { canStartPostgres, type Postgres, startOwnPostgres } from '../../support/ownPostgres';

const url = process.env['DATABASE_URL'];

export const hasPostgres = (): boolean => Boolean(url) || canStartPostgres();

export async function startPostgres(): Promise<Postgres> {
  if (url) return { url, stop: async () => {} };
  const guard = startGuard();
  const own = await startOwnPostgres(guard);
  const stop = async (): Promise<void> => {
    await own.stop();
    await guard.close();
  };
  return { url: own.url, stop };
}
