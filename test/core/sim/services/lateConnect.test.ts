// What a client sent on a connection that it gave up arrives late: it does not belong to the newest connection.
// Compared with ZooKeeperServer.processConnectRequest and with Postgres, where each connection has its own session.
import { describe, expect, it } from 'vitest';
import { judge } from '../../../../src/core/judge/judge';
import { call, open, type Program, sleep, take } from '../../../../src/core/model/effects/effect';
import { command } from '../../../../src/core/model/effects/request';
import { parseScenario } from '../../../../src/core/model/scenario/parse/parseScenario';
import { fromMs } from '../../../../src/core/model/values/time';
import { parts } from '../../../../src/core/run/parts';
import type { MakeService } from '../../../../src/core/sim/services/service';
import { makeSql } from '../../../../src/core/sim/services/sql';
import { makeZookeeper } from '../../../../src/core/sim/services/zookeeper';
import { simulate } from '../../../../src/core/sim/simulate';
import { play } from '../../../support/play';
import { ServiceStage } from '../../../support/serviceStage';

interface Row {
  readonly claim: string;
  readonly lines: readonly string[];
  readonly said: readonly string[];
}

const closed = 'ERROR: server closed the connection unexpectedly';
const lock = 'a SELECT+pg_advisory_xact_lock stock';

const sql: readonly Row[] = [
  {
    claim: 'a CONNECT ends no session',
    lines: ['a BEGIN', lock, 'a late CONNECT', 'a UPDATE+stock 43 1', 'a COMMIT'],
    said: [
      'a: BEGIN',
      'stock = session 1 for a (session)',
      'a: OK',
      'a: OK',
      'a: 2',
      'a wrote 43, version 2 on 1',
      'stock gone by a (deleted)',
      'a: COMMIT',
    ],
  },
  {
    claim: 'a TERMINATE ends no session, and a statement is none of it',
    lines: ['a BEGIN', lock, 'a late TERMINATE', 'a late UPDATE+stock 43 1', 'a late COMMIT', 'a COMMIT'],
    said: [
      'a: BEGIN',
      'stock = session 1 for a (session)',
      'a: OK',
      `a: ${closed}`,
      `a: ${closed}`,
      `a: ${closed}`,
      'stock gone by a (deleted)',
      'a: COMMIT',
    ],
  },
];

const zookeeper: readonly Row[] = [
  {
    claim: 'a CONNECT opens a session of its own, which nobody keeps alive, and requests are still of the newer one',
    lines: ['a late CONNECT 400', 'wait 300', 'a PING', 'a CREATE /stock ephemeral', 'wait 300', 'a PING', 'wait 700'],
    said: [
      'a: [0x2 400]',
      'a: [PONG 0]',
      'stock = 0x1 for a (session)',
      'a: [/stock 3]',
      'a: [PONG 0]',
      'stock gone by nobody (expired)',
    ],
  },
  {
    claim: 'a CONNECT that names the session takes its connection, so that the client opens another and looks again',
    lines: ['a late CONNECT 400 1', 'a PING', 'a CONNECT 400 1', 'a PING'],
    said: ['a: [0x1 400]', 'a: ConnectionLoss', 'a: [0x1 400]', 'a: [PONG 0]'],
  },
  {
    claim: 'a request is not carried out, as its connection was closed when the newer one was opened',
    lines: ['a CREATE /stock ephemeral', 'a late DELETE /stock', 'a late CLOSE', 'a PING'],
    said: ['stock = 0x1 for a (session)', 'a: [/stock 2]', 'a: ConnectionLoss', 'a: ConnectionLoss', 'a: [PONG 0]'],
  },
];

describe.each<[string, MakeService, Readonly<Record<string, unknown>>, string, readonly Row[]]>([
  ['Postgres', makeSql, { keepAlive: 1000, pooler: 'none', poolSize: 0 }, 'CONNECT', sql],
  ['ZooKeeper', makeZookeeper, { tickTime: 200 }, 'CONNECT 400', zookeeper],
])('%s: what comes late', (_, make, settings, connect, rows) => {
  it.each(rows.map((row) => [row.claim, row] as const))('%s', (_claim, { lines, said }) => {
    const stage = new ServiceStage(make, settings);
    stage.play(`a ${connect}`);
    expect(stage.play(...lines)).toEqual(said);
  });
});

it('Redis: an UNSUBSCRIBE of an earlier connection does not end the subscription of a newer one', () => {
  const heard: unknown[] = [];
  play({
    programs: {
      *client1(): Program {
        // The server is down and the link cut: the kernel sends this again when the newer connection has long been
        // open.
        yield* sleep(fromMs(200));
        yield* call('nodeA', command('UNSUBSCRIBE', 'news'), { timeout: fromMs(50) });
        yield* sleep(fromMs(500));
        const inbox = yield* open('nodeA', 'news');
        const reply = yield* take(inbox, fromMs(3000));
        heard.push(reply.kind === 'ok' ? reply.value : reply.kind);
      },
      *client2(): Program {
        yield* sleep(fromMs(2500));
        yield* call('nodeA', command('PUBLISH', 'news', 'one'));
      },
    },
    faults: {
      crash: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 100 }, restartAfter: 300 },
      cut: {
        kind: 'cut',
        from: ['client1'],
        to: ['nodeA'],
        bothWays: false,
        when: { kind: 'time', at: 150 },
        for: 500,
      },
    },
  });
  expect(heard).toEqual(['one']);
});

it('a check in the database keeps its promise when a CONNECT that was given up comes late', () => {
  const parsed = parseScenario(
    {
      version: 2,
      seed: 348063,
      lock: { id: 'sql-advisory', settings: { keepAlive: 355, scope: 'transaction', pooler: 'none', poolSize: 2 } },
      storage: { id: 'same-database' },
      settings: {
        clients: 3,
        rounds: 3,
        stagger: 81,
        think: 26,
        work: 279,
        storageTimeout: 200,
        check: 'none',
        nodes: { count: 1, persistence: 'none', disk: 'honest', replicas: 0, replicaLag: 2 },
        latency: { min: 1, p50: 10, p99: 60, max: 200 },
        duration: 9000,
        patience: 8000,
      },
      faults: {
        f0: { kind: 'pause', process: 'client3', when: { kind: 'time', at: 2063 }, for: 553 },
        f1: { kind: 'crash', process: 'service', when: { kind: 'time', at: 1461 }, restartAfter: 531 },
        f2: {
          kind: 'crash',
          process: 'service',
          when: { kind: 'request', to: 'service', from: 'client3', side: 'after', nth: 2 },
          restartAfter: 408,
        },
        f3: {
          kind: 'cut',
          from: ['client2'],
          to: ['service'],
          when: { kind: 'time', at: 820 },
          for: 1809,
          bothWays: false,
        },
        f4: { kind: 'delay', by: 1994, message: { from: 'service', to: 'client2', leg: 'reply', nth: 3 } },
      },
    },
    parts,
  );
  if (!parsed.ok) throw new Error('It is no scenario.');
  expect(judge(simulate(parsed.scenario, parts), parts)).toMatchObject({ lock: 'held', data: 'safe' });
});
