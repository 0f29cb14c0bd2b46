// Bytes become messages however the network has split them. Also the order in which a server must have executed the
// requests that it answered.
import fc from 'fast-check';
import type { RespValue } from 'redis-parser';
import { describe, expect, test } from 'vitest';
import { type Answered, executionNanos, findOrder } from '../../../src/live/server/proxy/answerOrder';
import { Framing } from '../../../src/live/server/proxy/framing';
import { type Portion, ReplicationReader } from '../../../src/live/server/proxy/replicationReader';

/** The bytes, split at these places. */
function pieces(bytes: Buffer, bounds: readonly number[]): readonly Buffer[] {
  const ends = [...bounds, bytes.length].map((bound) => Math.min(bound, bytes.length)).sort((a, b) => a - b);
  return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end)).filter(({ length }) => length > 0);
}

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
const array = (...items: readonly string[]): string => `*${items.length}\r\n${items.join('')}`;

const long = 'é'.repeat(300);
const messages: readonly (readonly [string, RespValue])[] = [
  ['+OK\r\n', 'OK'],
  [':42\r\n', 42],
  ['$-1\r\n', null],
  [bulk('a\r\nb'), 'a\r\nb'],
  [bulk(''), ''],
  [bulk(long), long],
  ['-NOSCRIPT No matching script.\r\n', new Error('NOSCRIPT No matching script.')],
  [array(bulk('SET'), bulk('lock'), bulk(long)), ['SET', 'lock', long]],
  [array(':1\r\n', array(bulk('x'), '$-1\r\n')), [1, ['x', null]]],
  ['*0\r\n', []],
];

const bounds = fc.array(fc.nat(2000), { maxLength: 30 });

describe('a stream of RESP', () => {
  test('is cut into messages, with the exact bytes of each', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(messages.length - 1), { minLength: 1, maxLength: 8 }), bounds, (picked, cuts) => {
        const sent = picked.map((i) => messages[i] as (typeof messages)[number]);
        const seen: [string, RespValue][] = [];
        const onBroken = (problem: string): never => {
          throw new Error(problem);
        };
        const framing = new Framing({ onFrame: (value, bytes) => seen.push([bytes.toString(), value]), onBroken });
        for (const piece of pieces(Buffer.from(sent.map(([text]) => text).join('')), cuts)) framing.push(piece);
        expect(seen.map(([text]) => text)).toEqual(sent.map(([text]) => text));
        expect(seen.map(([, value]) => String(value))).toEqual(
          sent.map(([, value]) => String(value).replace(/^Error/, 'ReplyError')),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('reports once that it is not RESP', () => {
    const problems: string[] = [];
    const framing = new Framing({ onFrame: () => {}, onBroken: (problem) => problems.push(problem) });
    framing.push(Buffer.from('+OK\r\n%2\r\n'));
    framing.push(Buffer.from('%2\r\n'));
    expect(problems).toHaveLength(1);
  });
});

describe('what a master sends', () => {
  const set = array(bulk('SET'), bulk('lock'), bulk('a'));
  const mark = 'm'.repeat(40);
  const data = 'REDIS0010\n*1\r\n$3\r\nDEL\r\n';
  test.each([
    ['with data of a known length', `+PONG\r\n+OK\r\n\n+FULLRESYNC id 0\r\n$${data.length}\r\n${data}`],
    ['with data up to a mark', `+PONG\r\n+FULLRESYNC id 0\r\n$EOF:${mark}\r\n${data}${mark}`],
    ['going on where it was', '+PONG\r\n+CONTINUE id\r\n'],
  ])('%s, goes on byte for byte, and the commands after it one by one', (_, before) => {
    fc.assert(
      fc.property(bounds, (cuts) => {
        const portions: Portion[] = [];
        const reader = new ReplicationReader(
          (portion) => portions.push(portion),
          (problem) => expect(problem).toBe(''),
        );
        const bytes = Buffer.from(before + set + set);
        for (const piece of pieces(bytes, cuts)) reader.push(piece);
        expect(Buffer.concat(portions.map((portion) => portion.bytes)).toString()).toBe(bytes.toString());
        const writes = portions.filter(({ words }) => words !== null);
        expect(writes.map(({ words, bytes: own }) => [words?.join(' '), own.toString()])).toEqual([
          ['SET lock a', set],
          ['SET lock a', set],
        ]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the order of requests', () => {
  interface TestRequest extends Answered {
    readonly name: string;
    /** The requests that must have been executed before it. */
    readonly after?: string;
  }
  const request = (name: string, handedNanos: number, answeredNanos: number, after?: string): TestRequest => ({
    name,
    handedNanos,
    answeredNanos,
    blocks: false,
    ...(after === undefined ? {} : { after }),
  });
  const orderOf = (requests: readonly TestRequest[]): string | null => {
    const done: string[] = [];
    const found = findOrder(requests, ({ name, after }) => {
      if (after !== undefined && !done.includes(after)) return null;
      done.push(name);
      return () => void done.pop();
    });
    return found === null ? null : found.map(({ name }) => name).join('');
  };

  test('is the order of arrival, if nothing speaks against it', () => {
    expect(orderOf([request('b', 2, 10), request('a', 1, 11)])).toBe('ab');
  });
  test('is another one, if the answers require it', () => {
    expect(orderOf([request('a', 1, 10, 'c'), request('b', 2, 11), request('c', 3, 12)])).toBe('bca');
  });
  test('never puts a request before one that was answered earlier', () => {
    expect(orderOf([request('a', 1, 10), request('b', 20, 30)])).toBe('ab');
    expect(orderOf([request('a', 1, 10, 'b'), request('b', 20, 30)])).toBeNull();
  });
  test('of waiting requests is the order of their answers', () => {
    expect(orderOf([{ ...request('w', 1, 30), blocks: true }, request('p', 20, 25)])).toBe('pw');
  });
  test('gives each a time between its arrival and its answer, never before the previous one', () => {
    const requests = [request('a', 1000, 90_000), request('b', 2000, 50_000), request('c', 3000, 95_000)];
    expect(executionNanos(requests)).toEqual([49_000, 49_000, 94_000]);
  });
});
