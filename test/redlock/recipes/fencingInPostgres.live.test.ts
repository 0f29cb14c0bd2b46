// The recipe for fencing in SQL, on Postgres.
import { afterAll, beforeAll, describe } from 'vitest';
import { startPostgres } from '../../live/server/postgres';
import { needs } from '../../support/needs';
import { inPostgres } from './accounts';
import { claimFencing } from './fencingClaims';

describe('fencing in Postgres', needs('postgres'), () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  claimFencing(() => inPostgres(server.url));
});
