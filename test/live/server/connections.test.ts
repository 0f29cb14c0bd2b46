// The connections of a live process: a database session is opened on a connection newer than all before, so that the
// database can tell what was sent before it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { command, ok, type Request } from '../../../src/core/model/effects/request';
import { Connections, type Taken } from '../../../src/live/server/process/connections';
import { type RespServer, serveResp } from '../../../src/live/server/process/respServer';

let server: RespServer;
let connections: Connections;

beforeEach(async () => {
  server = await serveResp({ serve: async () => ok('OK'), left: () => {}, password: 'secret' });
  const ports = { service: server.port };
  connections = new Connections({ prefix: 'client1/0', ports, keyPrefix: '', password: 'secret' });
  await connections.warmUp(() => false);
});

afterEach(async () => {
  connections.close();
  await server.close();
});

async function take(request: Request): Promise<Taken & { readonly number: number }> {
  const taken = connections.take('service', request);
  await taken.connection.ready;
  return { ...taken, number: Number(taken.connection.name.split('.').at(-1)) };
}

it('a session is opened on a new connection, and its requests travel on none that is older', async () => {
  const statement = command('SELECT 1');
  const unanswered = [await take(statement), await take(statement)];
  const opened = await take(command('CONNECT'));
  for (const { giveBack } of [opened, ...unanswered]) giveBack();
  const later = [await take(statement), await take(statement), await take(statement)];
  expect(opened.number).toBeGreaterThan(Math.max(...unanswered.map(({ number }) => number)));
  for (const { number } of later) expect(number).toBeGreaterThanOrEqual(opened.number);
  expect(later.map(({ number }) => number)).toContain(opened.number);
});
