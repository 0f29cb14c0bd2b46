// The checks of src/core/storage with a real database report the events that the simulator writes.
import { afterEach, describe, expect, it } from 'vitest';
import { processesOfScenario } from '../../../src/core/model/scenario/processes';
import type { Choice, Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { sampled } from '../../support/nightly';
import { LiveStage, scenarioOf } from './liveStage';
import { liveWords, simulatedWords } from './reportWords';

let stage: LiveStage | null = null;

afterEach(async () => {
  await stage?.close();
  stage = null;
});

const tokenLock: Choice = { id: 'token-lock' };

/** The clients come one after the other. */
const apart = { stagger: 1200, think: 10, work: 50 };

/** Both clients have read before either of them writes. */
const together = { stagger: 500, think: 10, work: 1000 };

const pushing = (settings: Choice['settings'] & {}): Scenario =>
  scenarioOf({ lock: { id: 'no-lock' }, storage: { id: 'repository', settings }, settings: together });

const checks: readonly (readonly [string, Scenario])[] = [
  ['no check', scenarioOf({ lock: tokenLock, settings: apart })],
  ['a fencing token', scenarioOf({ lock: tokenLock, storage: { id: 'fencing' }, settings: apart })],
  [
    'a fencing token that a read leaves, compared with its holder',
    scenarioOf({
      lock: tokenLock,
      storage: { id: 'fencing', settings: { compare: 'same-holder', readsLeaveToken: true } },
      settings: apart,
    }),
  ],
  ['a token, then a write', scenarioOf({ lock: tokenLock, storage: { id: 'two-step' }, settings: apart })],
  ['a unique token', scenarioOf({ lock: tokenLock, storage: { id: 'unique-token' }, settings: apart })],
  [
    'a unique token, without a lock',
    scenarioOf({ lock: { id: 'no-lock' }, storage: { id: 'unique-token' }, settings: together }),
  ],
  ['a marked owner', scenarioOf({ lock: tokenLock, storage: { id: 'marked-owner' }, settings: apart })],
  [
    'a marked owner, without a lock',
    scenarioOf({ lock: { id: 'no-lock' }, storage: { id: 'marked-owner' }, settings: together }),
  ],
  [
    'the version, without a lock',
    scenarioOf({ lock: { id: 'no-lock' }, storage: { id: 'version' }, settings: together }),
  ],
  ['several parts', scenarioOf({ lock: tokenLock, storage: { id: 'chunks' }, settings: apart })],
  ['marked replicas', scenarioOf({ lock: tokenLock, storage: { id: 'replicas' }, settings: apart })],
  ['a replica that lags', scenarioOf({ lock: tokenLock, storage: { id: 'lagging-replica' }, settings: apart })],
  ['a push in git, without a lock', pushing({ pushes: 'plain' })],
  ['a push that is forced when it is refused', pushing({ pushes: 'plain-then-force' })],
  ['a push with a lease of what was fetched', pushing({ pushes: 'force-with-lease', fetches: true })],
  ['a mail', scenarioOf({ lock: tokenLock, storage: { id: 'mail' }, settings: apart })],
];

describe('a storage with', () => {
  it.each(sampled(checks, 3))('%s', async (_, scenario) => {
    const live = new LiveStage(scenario, undefined, false);
    stage = live;
    await live.startServers();
    await live.startClients();
    await Promise.all([live.done('client1'), live.done('client2')]);
    await live.settled();
    const { trace } = runScenario(scenario, parts);
    for (const id of processesOfScenario(scenario, parts).filter((id) => !id.startsWith('node')))
      expect(liveWords(live.of(id)), id).toEqual(simulatedWords(trace, id));
    expect(live.notes.filter(({ note }) => note.note === 'problem')).toEqual([]);
  });
});
