// Answers that wait for each other are reported later, so later events must not count as complete before them.
import { expect, it } from 'vitest';
import { command, ok } from '../../../src/core/model/effects/request';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import type { LiveEvent } from '../../../src/live/server/liveEvent';
import { nanosNow } from '../../../src/live/server/nanos';
import { Network } from '../../../src/live/server/proxy/network';
import { ServerShadow } from '../../../src/live/server/proxy/serverShadow';

it('holds back later events until the result of a request is reported', async () => {
  const events: LiveEvent[] = [];
  const scenario: Scenario = {
    version: 2,
    seed: 1,
    lock: { id: 'redlock' },
    storage: { id: 'no-check' },
    settings: defaultSettings,
    faults: {},
  };
  const report = (event: LiveEvent): void => void events.push(event);
  const network = new Network({ scenario, report, scripts: [], wallMsAt: () => 0 });
  const shadow = new ServerShadow(network, 'nodeA');
  const handedNanos = nanosNow();
  network.begin(handedNanos);
  expect(shadow.knownUntil).toBe(Number.POSITIVE_INFINITY);
  const request = command('SET', 'stock', 'mine', 'NX', 'PX', 1000);
  const handed = { from: 'client1', message: 'client1/0.1/1', request, handedNanos } as const;
  shadow.handed(handed);
  shadow.answer(handed, ok('OK'), nanosNow());
  expect(events).toEqual([]);
  expect(shadow.knownUntil).toBe(handedNanos);
  await expect.poll(() => shadow.knownUntil, { interval: 1 }).toBe(Number.POSITIVE_INFINITY);
  expect(events.map(({ kind }) => kind)).toEqual(['entrySet', 'received']);
  expect(events.every(({ stampNanos }) => stampNanos >= handedNanos)).toBe(true);
  network.close();
});
