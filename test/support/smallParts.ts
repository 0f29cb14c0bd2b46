// Two locks and two resources that never run, with the real faults, for tests of the parser and of links.
import { faultPrograms } from '../../src/core/faults';
import { choice, count, flag, milliseconds } from '../../src/core/model/scenario/fields';
import { defineLock, type LossReport } from '../../src/core/model/scenario/lock';
import type { NamedParts } from '../../src/core/model/scenario/parts';
import { nodeId } from '../../src/core/model/scenario/processId';
import { defineResource } from '../../src/core/model/scenario/resource';
import type { Text } from '../../src/core/model/values/text';

const text = (en: string): Text => ({ en, zh: en });

function* never(): Generator<never, never, unknown> {
  throw new Error('The small parts are not for running.');
}

const help = text('What it is for.');

const ttl = milliseconds({ label: text('TTL'), help, min: 1, max: 60_000, default: 3000 });

const lossReport: LossReport = { by: 'nobody', when: text('Never.'), usually: text('Nothing.') };

const onOneNode = defineLock(
  { id: 'one-node', title: text('One node') },
  {
    about: text('A lock on one node.'),
    lossReport: lossReport,
    fields: { ttl },
    steps: ['compared'],
    services: () => [nodeId(0)],
    hasToken: () => false,
    acquire: never,
    release: never,
    remaining: never,
    source: 'none',
  },
);

const onAllNodes = defineLock(
  { id: 'all-nodes', title: text('All nodes') },
  {
    about: text('A lock on all nodes.'),
    lossReport: lossReport,
    fields: {
      ttl,
      tries: count({ label: text('Tries'), help, min: 1, max: 100, default: 3 }),
      validity: flag({ label: text('Checks its validity'), help, default: true }),
      token: choice({
        label: text('Token'),
        help,
        options: [
          { id: 'none', label: text('none') },
          { id: 'counter', label: text('counter') },
        ],
        default: 'none',
      }),
    },
    steps: ['t1', 't2'],
    services: (settings) => Array.from({ length: settings.nodes.count }, (_, i) => nodeId(i)),
    hasToken: (own) => own.token === 'counter',
    acquire: never,
    release: never,
    remaining: never,
    source: 'none',
  },
);

const resource = (id: string, needsToken: boolean) =>
  defineResource({
    id,
    title: text(id),
    about: text(id),
    fields: {},
    needsToken,
    serve: never,
    read: never,
    write: never,
    source: 'none',
  });

export const smallParts: NamedParts = {
  locks: new Map([onOneNode, onAllNodes].map((lock) => [lock.id, lock])),
  profiles: new Map(),
  resources: new Map([resource('no-check', false), resource('fencing', true)].map((one) => [one.id, one])),
  client: { steps: ['acquire', 'work', 'write', 'release'], source: 'none', run: never },
  faults: faultPrograms,
};
