// When a Postgres server cannot be used, the message names its address and the problem.
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { connectTo } from '../../../src/live/server/process/schema';

const connect = (url: string) => connectTo({ kind: 'postgres', url, schema: 'redlock_playground_test' });

async function portOfNobody(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (bound === null || typeof bound === 'string') throw new Error('The server had no port.');
  return bound.port;
}

test.each(['127.0.0.1', 'localhost'])(
  'nobody listens on %s: the message has the variable and the reason, without the password',
  async (host) => {
    const url = `postgres://me:secret@${host}:${await portOfNobody()}/mine`;
    await expect(connect(url)).rejects.toThrow(/DATABASE_URL cannot be used: .*ECONNREFUSED.*postgres:\/\//);
    await expect(connect(url)).rejects.not.toThrow(/secret/);
  },
);
