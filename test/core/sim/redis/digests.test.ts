// DIGEST, the conditions that compare by it, and Valkey's DELIFEQ, at a fixed clock. Only locks of readers use them.
import { expect, test } from 'vitest';
import { everyCommand } from '../../../../src/core/sim/redis/everyCommand';
import { Keyspace } from '../../../../src/core/sim/redis/keyspace';
import { now, parse } from './conversations';

const [ofV8, ofHello] = ['0cc76dbb41381419', '9555e8555c62dcfd'];
const wrongType = 'WRONGTYPE Operation against a key holding the wrong kind of value';

test.each([
  ['DIGEST k', null],
  ['SET k v8; DIGEST k', ofV8],
  ['INCR k; APPEND k 23; DIGEST k', '404a763b3f4c8c9a'],
  ['LPUSH k v8; DIGEST k', wrongType],
  [`SET k v8; DELEX k IFDEQ ${ofV8}`, 1],
  [`SET k v8; DELEX k IFDEQ ${ofV8.toUpperCase()}`, 1],
  [`SET k v8; DELEX k IFDEQ ${ofHello}`, 0],
  [`SET k v8; DELEX k IFDNE ${ofV8}`, 0],
  ['SET k v8; DELEX k IFDNE zzzzzzzzzzzzzzzz', 1],
  ['SET k v8; DELEX k IFDEQ 12', 'ERR must be exactly 16 hexadecimal characters'],
  ['DELEX k IFDEQ 12', 0],
  [`SET k v8; SET k hello IFDEQ ${ofV8}; GET k`, 'hello'],
  [`SET k hello IFDEQ ${ofV8}; EXISTS k`, 0],
  ['SET k hello IFDNE 12; GET k', 'hello'],
  ['SET k v; DELIFEQ k v; EXISTS k', 0],
  ['SET k v; DELIFEQ k w', 0],
  ['DELIFEQ k v', 0],
  ['LPUSH k v; DELIFEQ k v', wrongType],
  ['DELIFEQ k', "ERR wrong number of arguments for 'delifeq' command"],
])('%s → %j', (requests, answer) => {
  const keyspace = new Keyspace(everyCommand);
  const replies = requests.split('; ').map((line) => keyspace.execute(parse(line), now));
  const last = replies.at(-1);
  expect(last?.kind === 'ok' ? last.value : last?.message).toEqual(answer);
});
