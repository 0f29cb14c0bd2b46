// How long a connection lasts after a lost message has silenced it.
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import { Network } from '../../../src/live/server/proxy/network';

const network = (duration: number, resetAfterMs?: number): Network =>
  new Network({
    scenario: {
      version: 2,
      seed: 1,
      lock: { id: 'redlock' },
      storage: { id: 'no-check' },
      settings: { ...defaultSettings, duration },
      faults: {},
    },
    report: () => {},
    scripts: [],
    wallMsAt: () => 0,
    ...(resetAfterMs === undefined ? {} : { resetAfterMs }),
  });

test.each<readonly [string, Network, readonly [number, number]]>([
  ['a call waits as long as a long run lasts, a subscriber shorter', network(40_000), [40_000, 15_000]],
  ['in a short run both outlast it', network(8000), [15_000, 15_000]],
  ['a given time holds for both', network(40_000, 150), [150, 150]],
])('%s', (_, { callResetAfterMs, resetAfterMs }, expected) => {
  expect([callResetAfterMs, resetAfterMs]).toEqual(expected);
});
