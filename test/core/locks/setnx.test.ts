// The two locks from the time before a single SET could do everything, against a node that answers from a table, and
// in the runs of the articles.
import { describe, expect, test } from 'vitest';
import { setnxExpire } from '../../../src/core/locks/setnxExpire/lock';
import { setnxGetset } from '../../../src/core/locks/setnxGetset/lock';
import { type Reply, timedOut } from '../../../src/core/model/effects/request';
import { toMs, wallEpoch } from '../../../src/core/model/values/time';
import { crashAt, pauseAt } from '../../support/faultsAt';
import { type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, runOf, setupOf } from '../../support/runOf';

const error: Reply = { kind: 'error', message: 'ERR of the test' };

describe('SETNX, then EXPIRE', () => {
  const acquire = lockClient(setnxExpire, { settings: { expire: 2 }, replies: { SETNX: 1, EXPIRE: 1 } });
  const names = { set: 'SETNX stock 1', expire: 'EXPIRE stock 2' };

  test.each<ClientRow>([
    ['is valid for the seconds of EXPIRE, from when that was sent', {}, 'set, expire → held 1980'],
    ['is refused where the key is there', { SETNX: 0 }, 'set → refused: held'],
    ['is refused where nobody answers to SETNX', { SETNX: timedOut }, 'set → refused: error'],
    [
      'is refused where nobody answers to EXPIRE, and leaves its key',
      { EXPIRE: timedOut },
      'set, expire → refused: error',
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('deletes whatever is there', () => {
    const clients = [1, 0, error].map((DEL) => acquire({ DEL }));
    expect(clients.map((client) => client.release())).toEqual(['none', 'gone', 'error']);
    for (const { sent, held } of clients) expect([sent.at(-1), held.owner]).toEqual(['DEL stock', '1']);
  });
});

describe('SETNX, GET, GETSET', () => {
  const acquire = lockClient(setnxGetset, { replies: { SETNX: 1, DEL: 1 } });
  const epochMs = toMs(wallEpoch);
  const past = String(epochMs - 1);
  const names = {
    set: 'SETNX stock +3000',
    get: 'GET stock',
    getset: 'GETSET stock +3040',
    again: 'SETNX stock +3040',
  };
  /** The key exists, and GET answers with a stamp in the past. */
  const stale = { SETNX: 0, GET: past };
  const vanished = { SETNX: inTurn(0, 1), GET: null };

  test.each<ClientRow>([
    ['the value is when it is over, by the own wall clock', {}, 'set → held 2980'],
    [
      'a stamp that is not past means that it is held',
      { SETNX: 0, GET: String(epochMs + 40) },
      'set, get → refused: held',
    ],
    ['wins where GETSET answers what GET did', { ...stale, GETSET: past }, 'set, get, getset → held 2980'],
    [
      'loses where another was quicker, and has changed that one’s stamp',
      { ...stale, GETSET: String(epochMs + 9) },
      'set, get, getset → refused: held',
    ],
    [
      'loses where the key was deleted meanwhile, and has made one that is nobody’s',
      { ...stale, GETSET: null },
      'set, get, getset → refused: held',
    ],
    ['begins again at once where GET finds nothing', { tries: 2, ...vanished }, 'set, get, again → held 2980'],
    ['but no more often than it may try', vanished, 'set, get → refused: gone'],
  ])('%s', (_, given, went) => {
    const client = acquire(given);
    expect([client.went(names), client.world.sleepsMs]).toEqual([went, []]);
  });

  test.each<readonly [boolean, number, readonly string[], string]>([
    [true, 2979, ['DEL stock'], 'none'],
    [true, 2980, [], 'expired'],
    [false, 9000, ['DEL stock'], 'none'],
  ])('compares its time before DEL: %s, after %d ms', (comparesTime, ms, sent, reason) => {
    const client = acquire({ comparesTime });
    client.world.pass(ms);
    expect([client.release(), client.sent.slice(1)]).toEqual([reason, sent]);
  });

  test('what is left is what the wall clock says, and never less than nothing', () => {
    const client = acquire();
    client.world.setWallClock(1000);
    expect(client.left).toBe('1980');
    client.world.pass(5000);
    expect(client.left).toBe('0');
  });
});

describe('in the articles’ runs', () => {
  const stamped = (settings: Settings = {}) => ({ id: 'setnx-getset', settings: { ttl: 2000, ...settings } });
  const often = { tries: 30, retryDelay: 150, retryJitter: 0 };
  const version = { storage: { id: 'version' } };

  const race: Rest = {
    settings: { clients: 3, duration: 9000, latency: 10, own: { client2: { start: 300 }, client3: { start: 302 } } },
    faults: { crash: crashAt('client1', 'work') },
  };
  const oldStamp: Rest = {
    ...version,
    settings: {
      clients: 4,
      work: 1500,
      latency: 5,
      duration: 12_000,
      own: { client1: { start: 2200 }, client2: { start: 2230 }, client3: { start: 3000 }, client4: { start: 0 } },
    },
    faults: { crash: crashAt('client4', 'work', 4100), pause: pauseAt('client1', 'getset', 1900) },
  };
  const ghost: Rest = {
    settings: {
      clients: 3,
      latency: 5,
      think: 200,
      patience: 1500,
      own: { client2: { start: 1900 }, client3: { start: 1930 } },
    },
    faults: { crash: crashAt('client1', 'work'), pause: pauseAt('client2', 'getset', 800) },
  };
  const late: Rest = {
    ...version,
    settings: { clients: 3, work: 1000 },
    faults: { pause: pauseAt('client1', 'del', 1000) },
  };
  const [racing, short] = [stamped(often), stamped({ ...often, ttl: 1500 })];
  const ahead: Rest = { ...version, settings: { work: 1000, own: { client2: { clock: { offset: 4000 } } } } };
  const crash = { faults: { crash: crashAt('client1', 'expire') } };

  test.each<RunRow>([
    ['3: a crash between SETNX and EXPIRE', 'stuck', { id: 'setnx-expire' }, crash],
    ['7a: a crashed holder is replaced by one of two racers', 'held', racing, race],
    ['7b: a clock ahead by more than the remaining life takes over', 'overlap', stamped({ tries: 2 }), ahead],
    ['7c: an old stamp written late shortens the lock of another, who then shares it', 'overlap', stamped(), oldStamp],
    ['7d: a GETSET after the release leaves a key without an owner for a TTL', 'unavailable', stamped(), ghost],
    ['7e: the holder finds that it is in time, pauses, and deletes the key of another', 'overlap', short, late],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('7a: the loser of that race has changed the stamp, and nobody deletes another’s key', () => {
    const { facts, requests } = runOf({ lock: racing, ...race });
    expect(facts('deleted-another')).toEqual([]);
    expect(requests('client3').filter((text) => text.startsWith('GETSET'))).toHaveLength(1);
  });

  test('7c to 7e: who is inside with whom, who comes in, and who deletes', () => {
    expect(runOf({ lock: stamped(), ...oldStamp }).facts('overlap')[0]).toBe('client3 client4');
    expect(runOf({ lock: stamped(), ...ghost }).times('acquired', 'client2')).toHaveLength(1);
    expect(runOf({ lock: short, ...late }).facts('deleted-another')[0]).toMatch(/^client1 /);
  });
});
