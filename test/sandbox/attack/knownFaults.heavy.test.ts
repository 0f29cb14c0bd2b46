// Known faults of libraries, found by reading their source: the command `attack` shows each of them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { uncontendedScenario } from '../../../src/sandbox/own/attackScenario';
import { attack, sample } from '../../support/attackCommand';
import { areAttackedInstalled, attackedMissing } from '../../support/attackedLibraries';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attack-known-'));
});
afterAll(() => rm(folder, { recursive: true }));

const usualWorld = (nodes: number, token = false): Scenario => uncontendedScenario({ nodes, ttl: 2000, token });

/** The path of a scenario's file. */
async function written(world: Scenario, faults: object): Promise<string> {
  const file = join(folder, 'scenario.json');
  await writeFile(file, JSON.stringify({ ...world, faults }));
  return file;
}

/** Client 1 stops at `at` for this many ms. */
function pausedAt(at: number, ms: number, nodes: number, rest: Partial<Scenario> = {}): Promise<string> {
  const pause = { kind: 'pause', process: 'client1', when: { kind: 'time', at }, for: ms };
  return written({ ...usualWorld(nodes, rest.storage !== undefined), ...rest }, { pause });
}

/** The fields of an event that the test reads. */
interface Row {
  readonly at: number;
  readonly kind: string;
  readonly process: string;
  readonly text: string;
}

describe('node-redlock 5', () => {
  const handsOut =
    'Client 1 took the replies from A, B, C, D and E at 2.570 s for a granted lock, which was no longer there.';

  it('hands out a lock 209 ms after its expiry at the servers', async () => {
    const { status, out } = await attack(sample('redlock5'), await pausedAt(350, 2220, 5), '--play');
    expect(out).toContain('Client 1 has the lock on A, B, C, D and E, valid for 0 ms.');
    expect(out).toContain('The key of client 1 expired on A, B, C, D and E from 2.361 s on.');
    expect(out).toContain(handsOut);
    expect(status).toBe(1);
  });

  it('enters the routine of using() with such a lock', async () => {
    const { status, out } = await attack(sample('redlock5Using'), await pausedAt(350, 2220, 5), '--play');
    expect(out).toContain(handsOut);
    expect(status).toBe(1);
  });
});

describe('a worker of BullMQ', () => {
  it('that is paused beyond its lock does the job of another one, and only the queue notices', async () => {
    const { status, out } = await attack(sample('bullmq'), await pausedAt(500, 3500, 1), '--play');
    expect(out).toContain('Client 1’s key bull:stock:stock:lock expires on node A.');
    expect(out).toContain('It destroys what client 2 wrote.');
    expect(status).toBe(1);
  });

  it('that is paused for less keeps its job, and the other one comes after it', async () => {
    const { status, out } = await attack(sample('bullmq'), await pausedAt(500, 1000, 1), '--play', '--json');
    const { events, verdict } = JSON.parse(out);
    const got = events.filter(({ kind }: Row) => kind === 'acquired' || kind === 'released');
    expect(got.map(({ kind, process }: Row) => `${process} ${kind}`)).toEqual([
      'client1 acquired',
      'client1 released',
      'client2 acquired',
      'client2 released',
    ]);
    expect([status, verdict.outcome]).toEqual([0, 'held']);
  });

  it('renews its lock through long work', async () => {
    const world = usualWorld(1);
    const file = await written({ ...world, settings: { ...world.settings, work: 3000, patience: 9000 } }, {});
    const { status, out } = await attack(sample('bullmq'), file, '--play');
    expect(out).not.toContain('stock:lock expires');
    expect(status).toBe(0);
  });

  it('that crashes leaves its job to the other one', async () => {
    const crash = { kind: 'crash', process: 'client1', when: { kind: 'time', at: 500 }, restartAfter: 'never' };
    const { status, out } = await attack(sample('bullmq'), await written(usualWorld(1), { crash }), '--play');
    expect(out).toContain('Client 1’s key bull:stock:stock:lock expires on node A.');
    expect(out).toContain('Client 2 has the lock on node A');
    expect(status).toBe(0);
  });
});

describe.skipIf(!areAttackedInstalled)(
  `libraries of test/sandbox/attack${areAttackedInstalled ? '' : `: ${attackedMissing}`}`,
  () => {
    it('simple-redis-mutex makes its token after the lock: the one whose lock is over has the greater one', async () => {
      const file = await pausedAt(400, 2400, 1, { storage: { id: 'fencing' } });
      const { status, out } = await attack(sample('simpleRedisMutex'), file, '--play');
      expect(out).toContain('Client 1’s key @simple-redis-mutex:lock-stock expires on node A.');
      expect(out).toMatch(/Client 2 has the lock on node A, valid for [\d.]+ s, token 1\./);
      expect(out).toContain('Client 1 has the lock on node A, valid for 0 ms, token 2.');
      expect(out).toContain(
        '43 from client 1 as version 3, based on version 1, token 2. It destroys what client 2 wrote.',
      );
      expect(status).toBe(1);
    });

    it('redis-semaphore tells nobody of a lock that is lost by a refresh with an error, and isAcquired stays', async () => {
      const slow = {
        kind: 'slow',
        from: ['client1'],
        to: ['nodeA'],
        when: { kind: 'time', at: 1700 },
        by: 1000,
        for: 1000,
        bothWays: true,
      };
      const file = await written({ ...usualWorld(1), settings: { ...usualWorld(1).settings, work: 2500 } }, { slow });
      const { status, out, errors } = await attack(sample('semaphoreMutexNotified'), file, '--play', '--json');
      const { events, verdict } = JSON.parse(out);
      const logged = events.filter(({ kind, text }: Row) => kind === 'step' && / heard|isAcquired/.test(text));
      expect(logged.map(({ at, process, text }: Row) => `${at / 1e6} s, ${process}: ${text}`)).toMatchInlineSnapshot(`
        [
          "2.24 s, client1: the process heard: Command timed out",
          "2.92 s, client1: isAcquired is true",
          "5.17 s, client2: isAcquired is true",
        ]
      `);
      expect(verdict.lock).toBe('overlap');
      expect([status, errors]).toEqual([1, '']);
    });

    it('RedlockMutex of redis-semaphore waits for a stopped server, and hands out what has expired on the others', async () => {
      const stopped = { kind: 'pause', process: 'nodeA', when: { kind: 'time', at: 310 }, for: 2150 };
      const file = await written(usualWorld(5), { stopped });
      const { out } = await attack(sample('semaphoreRedlock'), file, '--play');
      expect(out).toContain('2.321 s  Client 1’s key mutex:stock expires on B, C, D and E.');
      expect(out).toContain('2.480 s  Client 1 has the lock on A, B, C, D and E');
    });

    it('redis-semaphore ends the process of who lost its lock: nobody catches its LostLockError', async () => {
      const { status, errors } = await attack(sample('semaphoreMutex'), await pausedAt(500, 2400, 1), '--play');
      expect(errors).toContain('Nobody caught an exception, so the process of client 1 ended: Lost mutex');
      expect(status).toBe(1);
    });
  },
);
