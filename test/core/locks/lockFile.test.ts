// The lock of proper-lockfile: ten scenarios whose verdicts were written by its source before they were run, and two
// by nfs(5).
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/fault';
import type { Settings as RunSettings } from '../../../src/core/model/scenario';
import { atStep, crashAt, pauseAt } from '../../support/faultsAt';
import type { Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, setupOf } from '../../support/runOf';

const lock = (settings: Settings = {}) => ({ id: 'lock-file', settings });
const times: Partial<RunSettings> = { rounds: 1, work: 3000, duration: 200_000, patience: 150_000 };
const work = (ms: number, more: Partial<RunSettings> = {}): Rest => ({ settings: { ...times, work: ms, ...more } });
const paused = (step: string, ms: number): Rest => ({ faults: { pause: pauseAt('client1', step, ms) } });

/** The laptop sleeps, and its wall clock goes on. */
const asleep = (ms: number): Rest => ({
  faults: { sleep: { kind: 'suspend', process: 'client1', when: atStep('client1', 'work'), for: ms } },
});
const ahead = (offset: number): Partial<RunSettings> => ({ own: { client2: { clock: { offset } } } });

/**
 * Client 1 has crashed. Client 2 finds its directory stale and stands still before it removes it. Client 3 comes,
 * removes it, and makes its own, which client 2 then removes.
 */
const twoFindItStale: Rest = {
  settings: { ...times, clients: 3, work: 4000, own: { client3: { start: 12_000 } } },
  faults: { crash: crashAt('client1', 'work'), stands: pauseAt('client2', 'remove-stale', 4000) },
};

const sleepOnNetwork = [work(13_000), asleep(13_000)];
const restartBeforeAnswer: Record<string, Fault> = {
  lost: { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 1 } },
  restart: { kind: 'restart', process: 'service', when: { kind: 'time', at: 1000 } },
};

/** Each verdict was written before the run, by its reason. */
const scenarios: RunRow[] = [
  [
    'a pause of 20 s before the write: the directory is 23 s old',
    'lost-update',
    lock(),
    work(3000),
    paused('write', 20_000),
  ],
  ['a pause of 6 s: it is 9 s old', 'held', lock(), work(3000), paused('write', 6000)],
  [
    'a sleep of a minute, and 8 s of work after it: the update comes first and throws',
    'overlap',
    lock(),
    work(8000),
    asleep(60_000),
  ],
  ['the same with 3 s of work: the write comes before the update', 'lost-update', lock(), work(3000), asleep(60_000)],
  ['a handler that logs: the work goes on', 'lost-update', lock({ onCompromised: 'logs' }), work(8000), asleep(60_000)],
  ['the other clock is 12 s ahead: it takes a live lock', 'lost-update', lock(), work(3000, ahead(12_000))],
  ['the other clock is 4 s ahead, and updates come each 5 s', 'held', lock(), work(20_000, ahead(4000))],
  [
    'after a crash the next waits until the directory is stale',
    'held',
    lock(),
    work(3000),
    { faults: { crash: crashAt('client1', 'work') } },
  ],
  ['two find it stale: the later removal removes the new lock', 'lost-update', lock(), twoFindItStale],
  [
    'a pause between the look and the update: it updates the lock of the next, who is told',
    'overlap',
    lock(),
    work(30_000),
    paused('update-mtime', 20_000),
  ],
  [
    'on a network file system: the update’s look is answered from memory, and the work goes on',
    'lost-update',
    lock({ fileSystem: 'network' }),
    ...sleepOnNetwork,
  ],
  ['the same on a local one', 'overlap', lock(), ...sleepOnNetwork],
  [
    'the server restarts before its answer is heard: the directory exists, and nobody has it until it is stale',
    'held',
    lock({ fileSystem: 'network' }),
    work(3000),
    { faults: restartBeforeAnswer },
  ],
];

describe('scenarios', () => {
  test.each(scenarios)('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });
});
