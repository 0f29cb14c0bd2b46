// Any bytes, cut anywhere: the reader and the endpoint never crash, and a command in pieces is the same command.
import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Endpoint } from '../../../src/cli/program/endpoint';
import { ProtocolError, RequestBytes } from '../../../src/cli/program/requestBytes';
import { SimulatedRedis } from '../../../src/cli/program/simulatedRedis';
import { toBytes } from '../../../src/core/model/values/bytes';
import type { Command } from '../../../src/sandbox/attack/resp/conversation';

const word = fc.oneof(
  fc.constantFrom('SET', 'GET', 'k', '$3', '*1', '', '\r\n', 'MULTI', 'EXEC', 'HELLO', '3', 'SUBSCRIBE', 'BLPOP', '1'),
  fc.string({ unit: 'binary' }),
);
const command = fc.array(word, { minLength: 1, maxLength: 6 });
/** Nearly RESP: what a confused client sends. */
const noise = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc
    .array(fc.constantFrom('*', '$', '-1', '0', '1', '2', '99999999999', '\r\n', '\n', 'PING', '"', "'", '\\x4', ' '))
    .map((pieces) => Uint8Array.from(Buffer.from(pieces.join('')))),
);

function encoded(words: Command): Buffer {
  const texts = words.map((each) => Buffer.from(toBytes(each)));
  const all = texts.flatMap((text) => [Buffer.from(`$${text.length}\r\n`), text, Buffer.from('\r\n')]);
  return Buffer.concat([Buffer.from(`*${words.length}\r\n`), ...all]);
}

function* cut(bytes: Buffer, at: readonly number[]): Generator<Buffer> {
  const places = [...new Set(at.map((each) => each % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...places, bytes.length]) {
    yield bytes.subarray(from, to);
    from = to;
  }
}

const cuts = fc.array(fc.nat(500), { maxLength: 8 });

test('commands in pieces are the same commands', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 5 }), cuts, (commands, at) => {
      const reader = new RequestBytes();
      const read = [...cut(Buffer.concat(commands.map(encoded)), at)].flatMap((piece) => [...reader.push(piece)]);
      expect(read.map((words) => encoded(words))).toEqual(commands.map(encoded));
    }),
  );
});

test('any bytes are commands, or a protocol error, and cuts change nothing', () => {
  const readIn = (pieces: Iterable<Buffer>): readonly Command[] | string => {
    const reader = new RequestBytes();
    const all: Command[] = [];
    try {
      for (const piece of pieces) all.push(...reader.push(piece));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return error.message;
    }
    return all;
  };
  fc.assert(
    fc.property(fc.array(noise, { maxLength: 4 }), cuts, (pieces, at) => {
      const bytes = Buffer.concat(pieces);
      expect(readIn(cut(bytes, at))).toEqual(readIn([bytes]));
    }),
  );
});

test('any bytes leave the endpoint alive', async () => {
  const redis = new SimulatedRedis({ changed: () => {} });
  const gate = { before: () => null, after: () => null, refused: () => {} };
  const endpoint = new Endpoint({ client: 1, server: 0 }, () => redis.connect(), gate);
  const port = Number(new URL(await endpoint.open()).port);
  const send = (pieces: Iterable<Buffer>): Promise<string> =>
    new Promise((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => {
        for (const piece of pieces) socket.write(piece);
        socket.end();
      });
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1');
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });
  const some = fc.oneof(
    noise.map((bytes) => Buffer.from(bytes)),
    command.map(encoded),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(some, { maxLength: 6 }), cuts, async (pieces, at) => {
      await send(cut(Buffer.concat(pieces), at));
      expect(await send([encoded(['PING'])])).toBe('+PONG\r\n');
    }),
  );
  endpoint.close();
  redis.close();
});
