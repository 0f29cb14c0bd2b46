// What client libraries send, on a socket to the simulated Redis and to a real one: the bytes of the answers are equal.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Endpoint } from '../../../src/cli/program/endpoint';
import { SimulatedRedis } from '../../../src/cli/program/simulatedRedis';
import { toBytes } from '../../../src/core/model/values/bytes';
import { type RedisProcesses, startRedisProcesses } from '../../support/redis';

/** Of the bytes of both sides these parts are not compared. */
type Mask = RegExp;
const [ids, version, times] = [/(?<=id\r\n):\d+/g, /\$\d+\r\n\d+\.\d+\.\d+/g, /\d{3,}/g] as const;
const shapeOfBulk: Mask = /\$[1-9]\d*\r\n[\s\S]*$/g;

/**
 * Commands between ` | `, each in an array of RESP; `2>` is another connection, `raw ` is sent as it is, and `together`
 * sends all that follows in one piece.
 */
const cases: readonly (string | readonly [string, ...Mask[]])[] = [
  // Handshakes.
  ['HELLO', ids, version],
  ['HELLO 2', ids, version],
  ['HELLO 3', ids, version],
  ['HELLO 3 SETNAME worker | CLIENT GETNAME', ids, version],
  ['HELLO 3 AUTH default wrong | PING', ids, version],
  'HELLO 4',
  'HELLO x',
  'HELLO 3 NONSENSE',
  'HELLO 3 SETNAME',
  // A password that nobody has set is accepted: the program's own is not what is tried.
  'AUTH default secret',
  'AUTH',
  'AUTH a b c',
  ['CLIENT ID', /\d+/g],
  'CLIENT SETNAME worker | CLIENT GETNAME',
  'CLIENT GETNAME',
  'CLIENT SETNAME "a b"',
  'CLIENT SETNAME',
  ['CLIENT INFO', shapeOfBulk],
  ['CLIENT LIST', shapeOfBulk],
  'CLIENT NO-EVICT on',
  'CLIENT REPLY ON | PING',
  'CLIENT NONSENSE',
  'CLIENT',
  'client setname lower | client getname',
  'SELECT 1 | SET k v | SELECT 0 | GET k | SELECT 1 | GET k',
  'SELECT 16',
  'SELECT x',
  'SELECT',
  'SELECT 0 1',
  ['INFO', shapeOfBulk],
  ['INFO server', shapeOfBulk],
  'INFO nonsense',
  'CONFIG GET nonsense',
  'CONFIG GET maxmemory-policy',
  'CONFIG GET appendonly',
  'CONFIG GET save',
  'CONFIG GET databases',
  'CONFIG GET timeout',
  'CONFIG GET maxmemory',
  'CONFIG GET notify-keyspace-events',
  'CONFIG',
  'CONFIG GET',
  ['COMMAND COUNT', /\d+/g],
  ['COMMAND INFO nonsense'],
  'COMMAND NONSENSE',
  'READONLY',
  'READWRITE',
  ['HELLO 3 | CONFIG GET databases', ids, version],
  // Plain commands.
  'PING | PING hello | PING a b | ECHO hi | ECHO OK | ECHO',
  ['TIME', times],
  'TYPE k | SET k v | TYPE k | RPUSH l 1 | TYPE l | SADD s 1 | TYPE s | ZADD z 1 a | TYPE z | HSET h a 1 | TYPE h',
  'SET k OK | GET k | GETSET k PONG | GET k | SET k QUEUED GET | GETDEL k | GET k',
  'RPUSH l OK PONG | LRANGE l 0 -1 | LINDEX l 0 | LPOP l | RPOP l | LPOP l',
  'HSET h OK OK | HGETALL h | HGET h OK | HKEYS h | HVALS h | HMGET h OK none',
  'SET k v NX PX 10000 | SET k v NX | SET k v XX GET | SET k v NX GET | SET k v PX 0 | SET k v PX x | SET k v NX XX',
  'SETNX k v | SETNX k v | SETEX k 10 v | PSETEX k 1000 v | SETEX k 0 v | TTL k | PERSIST k | TTL k | PTTL none',
  'GET | SET k | DEL | HSET h a | MSET a | EXPIRE k | INCR',
  'get k | Set k v | gEt k',
  'SET k abc | INCR k | INCRBY k x | DECR n | INCRBY n 5 | DECRBY n 2 | APPEND k d | STRLEN k',
  'RPUSH l 1 | GET l | INCR l | HGET l f | SADD l m | ZADD l 1 m | SET k v | LPUSH k 1 | HSET k f v',
  'MSET a 1 b 2 | MGET a b c | MSETNX a 1 z 2 | EXISTS a b c | DEL a b c | UNLINK a',
  'EXPIRE none 5 | SET k v | EXPIRE k 5 | PEXPIRE k 5000 NX | PEXPIRE k 5000 XX | EXPIRE k x | PEXPIREAT k 1 | GET k',
  // A set's members come in the order of a hash. Each server draws its own seed.
  ['SADD s a b | SMEMBERS s | SISMEMBER s a | SCARD s | SREM s a b | SMEMBERS s', /\$1\r\n[ab]/g],
  'ZADD z 1 a 2.5 b | ZSCORE z b | ZSCORE z none | ZRANGE z 0 -1 WITHSCORES | ZINCRBY z 2 a | ZRANK z a | ZCARD z',
  'ZADD z INCR 3 a | ZADD z NX INCR 1 a | ZPOPMIN z | ZPOPMIN z | ZCOUNT z -inf +inf',
  'ZADD z 1 a 2 b | ZRANGEBYSCORE z -inf +inf WITHSCORES LIMIT 0 1 | ZREVRANGE z 0 0 | ZREMRANGEBYSCORE z 0 1',
  ['XADD s * a b | XTRIM s MAXLEN 0 | XADD s | XTRIM s MAXLEN x', /\$\d+\r\n\d+-\d+/g],
  'LPUSH l a b | LTRIM l 0 0 | LLEN l | LREM l 0 b | RPOPLPUSH l m | LPOS l x',
  'LPOP none 2 | RPUSH l 1 2 3 | LPOP l 2 | RPOP l 0',
  'FLUSHALL | FLUSHALL ASYNC | FLUSHALL NONSENSE',
  'WAIT 0 10 | WAIT 1 20 | WAIT x 1',
  // RESP 3.
  [
    'HELLO 3 | GET none | HSET h a 1 b 2 | HGETALL h | HGETALL none | SADD s a | SMEMBERS s | SMEMBERS none',
    ids,
    version,
  ],
  ['HELLO 3 | ZADD z 1 a 2.5 b | ZSCORE z b | ZSCORE z none | ZINCRBY z 1 b | ZADD z INCR 1 a', ids, version],
  ['HELLO 3 | ZADD z 1 a 2.5 b | ZRANGE z 0 -1 WITHSCORES | ZRANGE z 0 -1 | ZPOPMIN z | ZPOPMIN z 2', ids, version],
  [
    'HELLO 3 | ZADD z 1 a 2 b | ZRANGEBYSCORE z 0 9 WITHSCORES | ZREVRANGE z 0 -1 WITHSCORES | BZPOPMIN z 0',
    ids,
    version,
  ],
  ['HELLO 3 | BLPOP none 0.02 | LPOP none | LPOP none 2 | MGET a | EXEC | MULTI | GET a | EXEC', ids, version],
  ['HELLO 3 | EVAL "return {1, false, true, \'x\'}" 0 | EVAL "return nil" 0', ids, version],
  ['HELLO 3 | SUBSCRIBE c | PING | PING x | GET k | PUBLISH c hi | UNSUBSCRIBE c | UNSUBSCRIBE', ids, version],
  ['HELLO 3 | SET k v | HELLO 2 | GET none', ids, version],
  // Scripts.
  'SCRIPT LOAD "return 1" | EVALSHA e0e1f9fabfc9d4800c877a703b823ac0578ff8db 0 | SCRIPT EXISTS e0e1f9fabfc9d4800c877a703b823ac0578ff8db 0',
  'EVALSHA 0000000000000000000000000000000000000000 0 | EVALSHA x 0',
  'EVAL "return redis.call(\'set\',KEYS[1],ARGV[1])" 1 k v | EVAL "return redis.call(\'get\',KEYS[1])" 1 k',
  'EVAL "return {1,2,{3,\'x\'},false}" 0 | EVAL "return 3.7" 0 | EVAL "return true" 0 | EVAL "return \'\'" 0',
  'EVAL "return redis.error_reply(\'MY error\')" 0',
  'EVAL "return 1" | EVAL "return 1" x | EVAL "return 1" 1 | EVAL "return 1" -1',
  "SET k v | EVAL \"if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end\" 1 k v",
  'SCRIPT FLUSH | SCRIPT LOAD',
  // Transactions.
  'MULTI | SET k v | GET k | INCR k | EXEC',
  'MULTI | EXEC',
  'MULTI | DISCARD | EXEC | DISCARD',
  'MULTI | MULTI | SET k v | EXEC',
  'MULTI | SET k | SET k v | EXEC | GET k',
  'MULTI | WATCH k | SET k v | EXEC | GET k',
  'WATCH k | SET k 1 | MULTI | GET k | EXEC',
  'WATCH k | UNWATCH | SET k 1 | MULTI | GET k | EXEC',
  'WATCH k | 2>SET k 1 | MULTI | GET k | EXEC | MULTI | GET k | EXEC',
  'WATCH | MULTI | LPOP none | BLPOP none 0 | HGETALL h | EXEC',
  'MULTI | PING | ECHO a | SELECT 1 | CLIENT GETNAME | TYPE k | EXEC',
  'MULTI | SET a OK | GET a | LPUSH l OK | LRANGE l 0 -1 | EXEC',
  'MULTI | PUBLISH c m | EVAL "return 1" 0 | EVALSHA 0000000000000000000000000000000000000000 0 | EXEC',
  [
    'HELLO 3 | MULTI | HSET h a 1 | HGETALL h | ZADD z 1 a | ZSCORE z a | EXEC | WATCH k | SET k 1 | MULTI | EXEC',
    ids,
    version,
  ],
  'together | MULTI | SET k v | GET k | EXEC | GET k',
  'together | WATCH k | GET k | MULTI | SET k 1 | EXEC',
  'EXEC | EXEC x',
  // Pipelines, and waits.
  'together | SET k 1 | INCR k | INCR k | GET k | PING',
  'together | BLPOP l 0.05 | PING',
  'BLPOP l 0.02',
  'BRPOP l m 0.02',
  'BZPOPMIN z 0.02',
  'BLPOP l 0 | 2>RPUSH l a b | LRANGE l 0 -1',
  'BLPOP l m 1 | 2>LPUSH m OK',
  'BZPOPMIN z 1 | 2>ZADD z 1.5 a',
  'BLPOP l x | BLPOP l -1 | BLPOP l',
  // Channels.
  'SUBSCRIBE a b | 2>PUBLISH a hi | 2>PUBLISH b OK | 2>PUBLISH none x | UNSUBSCRIBE a | 2>PUBLISH a hi | UNSUBSCRIBE',
  'SUBSCRIBE a | PING | PING x | GET k | SET k v | UNSUBSCRIBE | GET k',
  'UNSUBSCRIBE | UNSUBSCRIBE a b',
  'SUBSCRIBE a a | UNSUBSCRIBE',
  'SUBSCRIBE',
  'SUBSCRIBE a | MULTI | UNSUBSCRIBE a | MULTI | EXEC',
  // Bytes.
  'SET \\xff\\x00\\r\\n \\xfe\\xc3\\x28 | GET \\xff\\x00\\r\\n | SET k "" | GET k | STRLEN k',
  'ECHO héllo | SET k 日本 | GET k | STRLEN k',
  'raw PING\r\n',
  'raw SET k v\r\nGET k\r\n',
  'raw \r\n\r\nPING\r\n',
  'raw   PING   \r\n',
  'raw SET k "a b\\n\\x41"\r\nGET k\r\n',
  "raw SET k 'a b'\r\nGET k\r\n",
  'raw SET k "a b\r\n',
  'raw *0\r\nPING\r\n',
  'raw *-1\r\n*1\r\n$4\r\nPING\r\n',
  'raw *x\r\n',
  'raw PING\r\nSET k v\r\n*x\r\nPING\r\n',
  'raw *1\r\n+PING\r\n',
  'raw *1\r\n$x\r\n',
  'raw *1\r\n$-1\r\n',
  'raw *1048577\r\n',
  // The end.
  'QUIT',
  'together | QUIT | PING',
  'MULTI | QUIT',
  'MULTI | SET k v | RESET | EXEC | SELECT 1 | RESET | PING',
  ['HELLO 3 | RESET | GET none', ids, version],
  'SUBSCRIBE a | RESET | GET k | CLIENT SETNAME x | RESET | CLIENT GETNAME',
];

/** A real server can do these, and the simulated one says that it cannot. */
const refusals: readonly (readonly [string, RegExp])[] = [
  ['PSUBSCRIBE a*', /PSUBSCRIBE/],
  ['CLUSTER SLOTS', /CLUSTER/],
  ['JSON.SET k . 1', /JSON\.SET/],
  ['NONSENSE a', /NONSENSE/],
  ['MULTI | NONSENSE a | EXEC', /NONSENSE/],
  ['CLIENT TRACKING on', /CLIENT TRACKING/],
  ['CONFIG SET save x', /CONFIG SET/],
  ['SCRIPT KILL', /SCRIPT KILL/],
  ['MULTI | PSUBSCRIBE a* | EXEC', /PSUBSCRIBE/],
  ['XADD s 1-1 a b', /XADD/],
  ['MULTI | SUBSCRIBE a | EXEC', /SUBSCRIBE/],
  ['raw \x16\x03\x01\x02\x00', /TLS/],
];

const quiet = { before: () => null, after: () => null } as const;
let real: RedisProcesses | null = null;
/** The servers that no case uses now. */
let free: number[] = [];

beforeAll(async () => {
  real = await startRedisProcesses(5);
  free = [...real.ports];
});
afterAll(() => real?.stop());

for (const one of cases) {
  const [script, ...masks] = typeof one === 'string' ? [one] : one;
  test.concurrent(script, async () => {
    const there = await atReal(script);
    const { texts: here } = await atSimulated(script, there);
    const masked = (texts: readonly string[]): readonly string[] =>
      texts.map((text) => masks.reduce((rest, mask) => rest.replace(mask, '…'), text));
    expect(masked(here), JSON.stringify({ here, there })).toEqual(masked(there));
  });
}

for (const [script, problem] of refusals)
  test.concurrent(`refused: ${script}`, async () => {
    const { texts, refused } = await atSimulated(script, null);
    expect(texts[0]).toMatch(/-ERR |-EXECABORT /);
    expect(refused.join(' ')).toMatch(problem);
  });

async function atReal(script: string): Promise<readonly string[]> {
  const port = free.pop() ?? 0;
  await play(port, 'FLUSHALL | SCRIPT FLUSH', null);
  const texts = await play(port, script, null);
  free.push(port);
  return texts;
}

async function atSimulated(script: string, expected: readonly string[] | null) {
  const redis = new SimulatedRedis({ changed: () => {} });
  const refused: string[] = [];
  const gate = { ...quiet, refused: (problem: string) => void refused.push(problem) };
  const endpoint = new Endpoint({ client: 1, server: 0 }, () => redis.connect(), gate);
  const port = Number(new URL(await endpoint.open()).port);
  try {
    return { texts: await play(port, script, expected), refused };
  } finally {
    endpoint.close();
    redis.close();
  }
}

/** @returns what came to each connection; `(closed)` if the server has ended it */
async function play(port: number, script: string, expected: readonly string[] | null): Promise<readonly string[]> {
  const lines: Line[] = [await Line.to(port), await Line.to(port)];
  const isRaw = script.startsWith('raw ');
  const steps = isRaw ? [script] : script.split(' | ');
  let piece: Buffer[] | null = null;
  for (const step of steps) {
    const [line, text] = step.startsWith('2>') ? [lines[1], step.slice(2)] : [lines[0], step];
    if (text === 'together') piece = [];
    else if (piece !== null) piece.push(encoded(text));
    else {
      line?.socket.write(isRaw ? Buffer.from(text.slice(4), 'latin1') : encoded(text));
      await Promise.all(lines.map((each) => each.silence()));
    }
  }
  if (piece !== null) lines[0]?.socket.write(Buffer.concat(piece));
  // What waits is answered up to a tenth of a second later.
  if (expected === null && /B(LPOP|RPOP|ZPOPMIN)|WAIT/.test(script)) await new Promise((done) => setTimeout(done, 200));
  for (let tries = 0; tries < 6; tries++) {
    await Promise.all(lines.map((each) => each.silence()));
    if (expected === null || expected.every((text, i) => text.length <= (lines[i]?.text.length ?? 0))) break;
  }
  for (const { socket } of lines) socket.destroy();
  return lines.map(({ text }) => text);
}

class Line {
  text = '';
  private latest = 0;

  private constructor(readonly socket: Socket) {
    const note = (text: string): void => {
      this.text += text;
      this.latest = performance.now();
    };
    socket.on('data', (bytes) => note(bytes.toString('latin1')));
    socket.on('end', () => note('(closed)'));
    socket.on('error', () => note('(reset)'));
  }

  static to(port: number): Promise<Line> {
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(new Line(socket)));
    });
  }

  /** Nothing has come for some ms. */
  async silence(): Promise<void> {
    const began = performance.now();
    while (performance.now() - Math.max(this.latest, began) < 25) await new Promise((done) => setTimeout(done, 5));
  }
}

const escapes: Readonly<Record<string, string>> = { r: '\r', n: '\n' };

function encoded(command: string): Buffer {
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => {
    const text = quoted ?? plain ?? '';
    const bytes = Buffer.from(toBytes(text)).toString('latin1');
    return bytes.replace(/\\x([0-9a-f]{2})|\\([rn])/g, (_, hex, letter) =>
      hex === undefined ? (escapes[letter] ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
    );
  });
  const all = words.map((word) => `$${word.length}\r\n${word}\r\n`).join('');
  return Buffer.from(`*${words.length}\r\n${all}`, 'latin1');
}
