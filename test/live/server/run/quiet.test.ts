// A live run is at rest when no message is under way, no request is being served, and no key will expire.
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../../../src/live/server/liveEvent';
import { Quiet } from '../../../../src/live/server/run/quiet';

const ms = 1_000_000;
const message = 'client1/0.1/1';

const sent = (at: number, name = message): LiveEvent => ({
  stampNanos: at * ms,
  process: name.endsWith('!') ? 'storage' : 'client1',
  kind: 'sent',
  columns: { peer: 'storage', message: name, text: '', leg: name.endsWith('!') ? 1 : 0 },
});
const arrived = (at: number, name = message): LiveEvent => ({
  stampNanos: at * ms,
  process: 'storage',
  kind: 'arrived',
  columns: { peer: 'client1', message: name },
});
const lost = (at: number): LiveEvent => ({
  stampNanos: at * ms,
  process: 'client1',
  kind: 'lost',
  columns: { peer: 'storage', message, cause: 0 },
});
const set = (at: number, expiresIn: number): LiveEvent => ({
  stampNanos: at * ms,
  process: 'nodeA',
  kind: 'entrySet',
  columns: { peer: 'client1', entry: 'stock', value: 'a', expiresIn },
});
const gone = (at: number): LiveEvent => ({
  stampNanos: at * ms,
  process: 'nodeA',
  kind: 'entryGone',
  columns: { entry: 'stock', cause: 1 },
});

const isQuietAt = (at: number, events: readonly LiveEvent[]): boolean => {
  const quiet = new Quiet();
  for (const event of events) quiet.see(event);
  return quiet.isQuiet(at * ms);
};

describe('a live run is quiet', () => {
  it.each<[string, number, readonly LiveEvent[], boolean]>([
    ['when nothing has happened', 0, [], true],
    ['not while a request is under way', 20, [sent(10)], false],
    ['not while a request is being served, which takes a moment', 30, [sent(10), arrived(20)], false],
    ['not while the reply is under way', 50, [sent(10), arrived(20), sent(40, `${message}!`)], false],
    ['when the reply is there', 50, [sent(10), arrived(20), sent(30, `${message}!`), arrived(40, `${message}!`)], true],
    [
      'also when the client’s own report is the last to come',
      50,
      [arrived(20), sent(30, `${message}!`), arrived(40, `${message}!`), sent(10)],
      true,
    ],
    ['when the request was lost', 20, [sent(10), lost(10)], true],
    ['when a server keeps its client waiting for long', 2000, [sent(10), arrived(20)], true],
    ['not while a key is to expire', 1500, [set(0, 2_000_000)], false],
    ['when the key has gone', 1500, [set(0, 2_000_000), gone(1000)], true],
    ['when a key stays for ever', 10, [set(0, -1)], true],
  ])('%s', (_, at, events, expected) => {
    expect(isQuietAt(at, events)).toBe(expected);
  });
});
