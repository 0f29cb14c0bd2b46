// The API server alone, compared with its documentation: versions, conflicts, and what counts as the holder of a Lease.
// Statements are joined by +.
import { expect, test } from 'vitest';
import { makeKubernetes } from '../../../../src/core/sim/services/kubernetes';
import { ServiceStage } from '../../../support/serviceStage';

const get = (who: string, name = 'stock'): string => `${who} GET+LEASE ${name}`;
const create = (who: string, spec: string): string => `${who} CREATE+LEASE stock ${spec}`;
const update = (who: string, version: number, spec: string): string => `${who} UPDATE+LEASE stock ${version} ${spec}`;
const conflict =
  'Operation cannot be fulfilled on leases.coordination.k8s.io "stock": the object has been modified; please apply ' +
  'your changes to the latest version and try again';
const taken = (who: string, holder: string, version: number): readonly string[] => [
  `stock = ${holder} for ${who} (for ever)`,
  `${who}: ${version}`,
];

const rows: readonly (readonly [claim: string, lines: readonly string[], said: readonly string[]])[] = [
  [
    'an object that nobody has created is not found, and an update does not create it',
    [get('a'), update('a', 1, 'x 15 0 1000'), get('a')],
    [
      'a: leases.coordination.k8s.io "stock" not found',
      'a: leases.coordination.k8s.io "stock" not found',
      'a: leases.coordination.k8s.io "stock" not found',
    ],
  ],
  [
    'only the first of two creates succeeds, and a read shows what it wrote',
    [create('a', 'x 15 0 1000'), create('b', 'y 15 0 1001'), get('b')],
    [...taken('a', 'x', 1), 'b: leases.coordination.k8s.io "stock" already exists', 'b: [1 x 15 0 1000]'],
  ],
  [
    'a Lease with no duration is invalid',
    [create('a', 'x 0 0 1000'), get('a')],
    [
      'a: Lease.coordination.k8s.io "stock" is invalid: spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
      'a: leases.coordination.k8s.io "stock" not found',
    ],
  ],
  [
    'an update needs the version that is there; of two with the same version one is refused, whatever it writes',
    [create('a', 'x 15 0 1000'), update('b', 1, 'y 15 1 2000'), update('a', 1, 'x 15 0 2000'), get('a')],
    [...taken('a', 'x', 1), ...taken('b', 'y', 2), `a: ${conflict}`, 'a: [2 y 15 1 2000]'],
  ],
  [
    'a renewal has a new version and the same holder',
    [create('a', 'x 15 0 1000'), update('a', 1, 'x 15 0 3000'), update('a', 1, 'x 15 0 5000')],
    [...taken('a', 'x', 1), 'a: 2', `a: ${conflict}`],
  ],
  [
    'it asks nobody who the holder is: who names the version clears the Lease of another, and once',
    [
      create('a', 'x 15 0 1000'),
      update('b', 1, '- 1 0 2000'),
      update('b', 2, '- 1 0 3000'),
      update('c', 3, 'z 15 1 4000'),
    ],
    [...taken('a', 'x', 1), 'stock gone by b (deleted)', 'b: 2', 'b: 3', ...taken('c', 'z', 4)],
  ],
  [
    'no time ends a Lease, nor does the death of its writer or a restart of the server',
    [create('a', 'x 1 0 1000'), 'a dies', 'wait 86400000', 'restart', get('b')],
    [...taken('a', 'x', 1), '1 kept', 'b: [1 x 1 0 1000]'],
  ],
  [
    'all objects share one count of versions',
    [create('a', 'x 15 0 1000'), 'a CREATE+LEASE other x 15 0 1000', get('a'), get('a', 'other')],
    [...taken('a', 'x', 1), 'other = x for a (for ever)', 'a: 2', 'a: [1 x 15 0 1000]', 'a: [2 x 15 0 1000]'],
  ],
];

test.each(rows)('%s', (_, lines, said) => {
  expect(new ServiceStage(makeKubernetes, {}).play(...lines)).toEqual(said);
});
