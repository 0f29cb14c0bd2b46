// Proves the test support itself: the servers are real, apart from each other, and gone after stop().
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startRedisServers } from './redis';

test('starts real Redis servers that know nothing of each other, and stops them', async () => {
  const { clients, ports, stop } = await startRedisServers({ count: 2 });
  const [first, second] = clients;
  expect(await first?.ping()).toBe('PONG');
  expect(await first?.set('key', 'value', 'PX', 60_000, 'NX')).toBe('OK');
  expect(await first?.set('key', 'other', 'PX', 60_000, 'NX')).toBeNull();
  expect(await second?.get('key')).toBeNull();
  await stop();
  expect(await Promise.all(ports.map(isListening))).toEqual([false, false]);
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
}
