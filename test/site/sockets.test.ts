// Slow sockets keep nobody out, and hardly affect others behind the same address.
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { serveSite } from '../../src/site/siteServer';
import { socketsMax, socketToEvict } from '../../src/site/socketLimits';
import { makeSiteFolder, nameOfPage } from './siteFolder';

let site = { address: '', close: async (): Promise<void> => {} };
const held: Socket[] = [];

beforeAll(async () => {
  site = await serveSite({ folder: makeSiteFolder(), port: 26_400 });
});
afterEach(() => {
  for (const socket of held.splice(0)) socket.destroy();
});
afterAll(() => site.close());

/** Resolves when the socket is open and has sent a part of a request. */
function hold(text: string): Promise<Socket> {
  const socket = connect(Number(new URL(site.address).port), '127.0.0.1');
  held.push(socket);
  socket.on('error', () => {});
  socket.resume();
  return new Promise((resolve) => socket.once('connect', () => socket.write(text, () => resolve(socket))));
}

const visit = async (): Promise<string | undefined> =>
  nameOfPage(await (await fetch(site.address, { headers: { connection: 'close' } })).text());

test('more slow sockets than there is room for keep nobody out, at the same address either', async () => {
  await Promise.all(Array.from({ length: socketsMax }, () => hold('G')));
  for (let i = 0; i < 5; i++) expect(await visit()).toBe('');
  await Promise.all(Array.from({ length: socketsMax }, () => hold('GET / HTTP/1.1\r\nHost: x\r\n')));
  expect(await visit()).toBe('');
  await expect.poll(() => held.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(socketsMax);
});

test('a class of 40 behind one address, seven connections each, loses none of them', async () => {
  const answered = Array.from({ length: 280 }, () => hold('GET /sw.js HTTP/1.1\r\nHost: x\r\n\r\n'));
  const sockets = await Promise.all(answered);
  const heard = sockets.map((socket) => new Promise((resolve) => socket.once('data', resolve)));
  expect(await visit()).toBe('');
  await Promise.all(heard);
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
});

test('the address with the most sockets loses its oldest one that is not being answered', () => {
  const many = ['slow', 'slow', 'slow'] as const;
  const open = new Map([
    ['other, older', 'other'],
    ...many.map((address, i) => [`slow ${i}`, address] as const),
    ['other', 'other'],
  ]);
  expect(socketToEvict(open, new Set())).toBe('slow 0');
  expect(socketToEvict(open, new Set(['slow 0', 'slow 1']))).toBe('slow 2');
  expect(socketToEvict(open, new Set(['slow 0', 'slow 1', 'slow 2']))).toBe('slow 0');
});

test('slow sockets from as many addresses go too: they are older than whoever comes', () => {
  const open = new Map(['a', 'b', 'c', 'newcomer'].map((name) => [name, `address of ${name}`]));
  expect(socketToEvict(open, new Set(['a']))).toBe('b');
});
