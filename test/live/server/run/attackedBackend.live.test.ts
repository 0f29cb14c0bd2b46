// A stranger does all kinds of things to the page's port, over real sockets. The process survives, the page is
// served, and a run goes on.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { story } from '../../../../src/content/stories/argument/pauseBeforeWrite';
import { byNight } from '../../../support/nightly';
import { openPage, startBackendProcess } from './backendProcess';

const endings = ['reset', 'close', 'half-open', 'garbage', 'ping flood', 'message flood', 'pieces', 'huge'] as const;

interface Attack {
  readonly path: string;
  readonly host: string;
  readonly origin: string | null;
  readonly version: string;
  /** How much of the message is sent, in thousandths. */
  readonly cut: number;
  readonly waitMs: number;
  readonly ending: (typeof endings)[number];
}

const attacks: fc.Arbitrary<Attack> = fc.record({
  path: fc.constantFrom('/live', '/live', '/live', '/', '/other', '/live?token=%', '//[', '/live/../..'),
  host: fc.constantFrom('127.0.0.1', '127.0.0.1', 'evil.example', 'a b', '[', ''),
  origin: fc.constantFrom(null, null, 'https://evil.example', 'null', '::'),
  version: fc.constantFrom('13', '13', '13', '8', '99', 'x'),
  cut: fc.oneof({ weight: 3, arbitrary: fc.constant(1000) }, { weight: 1, arbitrary: fc.nat(1000) }),
  waitMs: fc.nat(8),
  ending: fc.constantFrom(...endings),
});

const requestOf = ({ path, host, origin, version }: Attack): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    ...(origin === null ? [] : [`Origin: ${origin}`]),
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    `Sec-WebSocket-Version: ${version}`,
    '\r\n',
  ].join('\r\n');

/** A frame of a client, masked with zeros. */
function frame(opcode: number, payload: Buffer, isLast = true): Buffer {
  const head = Buffer.from([(isLast ? 0x80 : 0) | opcode, 0x80 | payload.length, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
}

const [text, ping] = [0x1, 0x9];

function said(ending: Attack['ending']): Buffer {
  switch (ending) {
    case 'garbage':
      return Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 151) % 256));
    case 'ping flood':
      return Buffer.concat(Array.from({ length: 3000 }, () => frame(ping, Buffer.from('are you there?'))));
    case 'message flood':
      return Buffer.concat(Array.from({ length: 3000 }, () => frame(text, Buffer.from('{"type":"stop","run":"a"}'))));
    case 'pieces':
      return Buffer.concat([
        frame(text, Buffer.from('{'), false),
        ...Array.from({ length: 3000 }, () => frame(0, Buffer.from(' '), false)),
      ]);
    case 'huge':
      return Buffer.concat([Buffer.from([0x81, 0xff, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0xff]), Buffer.alloc(1000)]);
    default:
      return Buffer.alloc(0);
  }
}

/** Resolves when the stranger has finished. Its open connections are in the set. */
async function attackPort(
  port: number,
  attack: Attack,
  { open, all }: Record<'open' | 'all', Set<Socket>>,
): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  open.add(socket);
  all.add(socket);
  socket.on('error', () => {});
  // The server ended it, whatever happens at this end.
  for (const event of ['end', 'close']) socket.on(event, () => open.delete(socket));
  socket.resume();
  const request = Buffer.from(requestOf(attack), 'latin1');
  socket.write(request.subarray(0, Math.ceil((request.length * attack.cut) / 1000)));
  socket.write(said(attack.ending));
  await sleep(attack.waitMs);
  if (attack.ending === 'close') socket.end();
  // The others wait a moment, then reset the connection while the server may still be answering.
  else if (attack.ending !== 'half-open') socket.resetAndDestroy();
}

const { scenario } = story;

it('serves the page and continues a run while strangers connect, send anything and break off', async () => {
  const backend = await startBackendProcess();
  const port = Number(new URL(backend.address).port);
  const page = await openPage(backend);
  page.order('a', scenario);
  await page.hears('began', 'failed');
  const open = new Set<Socket>();
  const all = new Set<Socket>();
  onTestFinished(() => {
    for (const socket of all) socket.destroy();
  });
  await fc.assert(
    fc.asyncProperty(fc.array(attacks, { minLength: 10, maxLength: 10 }), async (ten) => {
      await Promise.all(ten.map((attack) => attackPort(port, attack, { open, all })));
      expect(backend.child.exitCode, backend.complaints()).toBeNull();
    }),
    { numRuns: byNight(15, 100) },
  );
  expect(await (await fetch(backend.address)).text()).toBe('the page');
  expect(await page.hears('ended', 'failed')).toMatchObject({
    type: 'ended',
    header: { ended: expect.stringMatching(/^(quiet|duration)$/) },
  });
  // The server itself ends connections that were left half open, and frees their places.
  await expect.poll(() => open.size, { timeout: 90_000, interval: 200 }).toBe(0);
  expect((await openPage(backend)).heard[0]).toMatchObject({ type: 'offer' });
  expect(backend.child.exitCode, backend.complaints()).toBeNull();
}, 240_000);
