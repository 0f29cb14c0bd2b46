// On a late machine several answers are read at once. A key that one of them set may have expired before the next.
import { expect, it } from 'vitest';
import { command, ok } from '../../../src/core/model/effects/request';
import { clientId } from '../../../src/core/model/scenario/processId';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import type { LiveEvent } from '../../../src/live/server/liveEvent';
import { nanosNow, nanosPerMs } from '../../../src/live/server/nanos';
import { Network } from '../../../src/live/server/proxy/network';
import { ServerShadow } from '../../../src/live/server/proxy/serverShadow';

const scenario: Scenario = {
  version: 2,
  seed: 1,
  lock: { id: 'redlock' },
  storage: { id: 'no-check' },
  settings: defaultSettings,
  faults: {},
};

function observed() {
  const events: LiveEvent[] = [];
  const doubts: string[] = [];
  const began = nanosNow() - 50 * nanosPerMs;
  const network = new Network({
    scenario,
    scripts: [],
    report: (event) => void events.push(event),
    onStandIn: (_, words) => void doubts.push(words),
    wallMsAt: (_, stampNanos) => Math.floor((stampNanos - began) / nanosPerMs),
  });
  network.begin(began);
  return { events, doubts, began, network };
}

/** Two clients get a lease of this many ms, the second 20 ms after the first. Both answers are read 10 ms later. */
async function bothGranted(lease: number) {
  const { events, doubts, began, network } = observed();
  const shadow = new ServerShadow(network, 'nodeA');
  for (const [index, handedNanos] of [began, began + 20 * nanosPerMs].entries()) {
    const request = command('SET', 'stock', `value${index}`, 'NX', 'PX', lease);
    const handed = { from: clientId(index), message: `client${index + 1}/0.1/1`, request, handedNanos } as const;
    shadow.handed(handed);
    shadow.answer(handed, ok('OK'), began + 30 * nanosPerMs + index);
  }
  await expect.poll(() => shadow.knownUntil, { interval: 1 }).toBe(Number.POSITIVE_INFINITY);
  network.close();
  return { kinds: events.map(({ kind }) => kind), doubts };
}

it('explains the second OK by an expiry that may have come first', async () => {
  const kinds = ['entrySet', 'received', 'entryGone', 'entrySet', 'received'];
  expect(await bothGranted(4)).toEqual({ kinds, doubts: [] });
});

it('doubts it when the lease was longer than all of that', async () => {
  expect(await bothGranted(4000)).toMatchObject({ doubts: ['"OK" to SET stock'] });
});

it('knows whose a value is that a replica shows between two commands of one script', async () => {
  const { events, began, network } = observed();
  const [master, replica] = [new ServerShadow(network, 'nodeA'), new ServerShadow(network, 'replicaA1')];
  const request = command('HINCRBY', 'stock', 'value0', 1);
  const handed = { from: clientId(0), message: 'client1/0.1/1', request, handedNanos: began } as const;
  master.handed(handed);
  master.answer(handed, ok(1), began + nanosPerMs);
  const released = [request, command('HINCRBY', 'stock', 'value0', -1), command('DEL', 'stock')];
  for (const [index, sent] of released.entries()) replica.adopt(sent, master, began + (2 + index) * nanosPerMs);
  const ofReplica = () => events.filter(({ process }) => process === 'replicaA1');
  await expect.poll(() => ofReplica().map(({ kind }) => kind), { interval: 1 }).toContain('entryGone');
  network.close();
  const owners = ofReplica().flatMap((event) => (event.kind === 'entrySet' ? [event.columns.peer] : []));
  expect(owners).toEqual([clientId(0), clientId(0)]);
});
