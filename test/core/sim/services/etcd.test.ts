// etcd alone, compared with its documentation: revisions, leases, the transaction of its lock, watches. Statements are
// joined by +.
import { expect, test } from 'vitest';
import { makeEtcd } from '../../../../src/core/sim/services/etcd';
import { ServiceStage } from '../../../support/serviceStage';

interface Row {
  readonly claim: string;
  readonly lines: readonly string[];
  readonly said: readonly string[];
}

const put = (who: string, lease: number): string => `${who} TXN+PUT+IF+ABSENT stock/${lease} ${lease} stock/`;

const rows: readonly Row[] = [
  {
    claim: 'every change has the next revision, and a key keeps the one that it was created with',
    lines: [put('a', 1), put('b', 2), put('a', 1), 'a GET stock/1', 'a GET other'],
    said: [
      'stock/1 = lease 1 for a (session)',
      'a: [2 2]',
      'stock/2 = lease 2 for b (session)',
      'b: [3 2]',
      'a: [2 2]',
      'a: 2',
      'a: null',
    ],
  },
  {
    claim: 'the youngest key before one’s own is found, with the revision of the whole',
    lines: [put('a', 1), put('b', 2), put('c', 3), 'c GET+LAST stock/ 3', 'b GET+LAST stock/ 2', 'a GET+LAST stock/ 1'],
    said: [
      'stock/1 = lease 1 for a (session)',
      'a: [2 2]',
      'stock/2 = lease 2 for b (session)',
      'b: [3 2]',
      'stock/3 = lease 3 for c (session)',
      'c: [4 2]',
      'c: [stock/2 4]',
      'b: [stock/1 4]',
      'a: null',
    ],
  },
  {
    claim: 'a deletion is told once to whoever watches the key, and to nobody else',
    lines: [
      put('a', 1),
      put('b', 2),
      'b WATCH stock/1 3',
      'c WATCH stock/2 3',
      'a DELETE stock/1',
      'a DELETE stock/1',
      put('a', 1),
      'a DELETE stock/1',
    ],
    said: [
      'stock/1 = lease 1 for a (session)',
      'a: [2 2]',
      'stock/2 = lease 2 for b (session)',
      'b: [3 2]',
      'b waits',
      'b: 3',
      'c waits',
      'c: 3',
      'stock/1 gone by a (deleted)',
      'b is woken',
      'b hears watch: [DELETE stock/1 4]',
      'a: 1',
      'a: 0',
      'stock/1 = lease 1 for a (session)',
      'a: [5 3]',
      'stock/1 gone by a (deleted)',
      'a: 1',
    ],
  },
  {
    claim: 'a watch tells a deletion at its revision or since, and none before',
    lines: [put('a', 1), 'a DELETE stock/1', 'b WATCH stock/1 2', 'b WATCH stock/1 3', 'c WATCH stock/1 4'],
    said: [
      'stock/1 = lease 1 for a (session)',
      'a: [2 2]',
      'stock/1 gone by a (deleted)',
      'a: 1',
      'b hears watch: [DELETE stock/1 3]',
      'b: 3',
      'b hears watch: [DELETE stock/1 3]',
      'b: 3',
      'c waits',
      'c: 3',
    ],
  },
  {
    claim: 'a lease that is not kept alive ends, at the next look of the server, and its key with it',
    lines: [
      put('a', 1),
      'b WATCH stock/1 2',
      'wait 1000',
      'b LEASE+KEEPALIVE 2',
      'wait 200',
      'a LEASE+KEEPALIVE 1',
      'wait 299',
      'a GET stock/1',
      'wait 1',
      'a LEASE+KEEPALIVE 1',
      put('a', 1),
      'b LEASE+KEEPALIVE 2',
    ],
    said: [
      'stock/1 = lease 1 for a (session)',
      'a: [2 2]',
      'b waits',
      'b: 2',
      'b: 1200',
      'a: 0',
      'a: 2',
      'stock/1 gone by nobody (expired)',
      'b is woken',
      'b hears watch: [DELETE stock/1 3]',
      'a: 0',
      'a: etcdserver: requested lease not found',
      'b: 1200',
    ],
  },
  {
    claim: 'a lease that is given back takes its key with it',
    lines: [put('a', 1), 'a LEASE+REVOKE 1', 'a LEASE+REVOKE 1'],
    said: [
      'stock/1 = lease 1 for a (session)',
      'a: [2 2]',
      'stock/1 gone by a (deleted)',
      'a: OK',
      'a: etcdserver: requested lease not found',
    ],
  },
  {
    claim: 'the death of a client ends its watches, not its lease',
    lines: [put('a', 1), put('b', 2), 'b WATCH stock/1 3', 'b dies', 'a DELETE stock/1', 'a GET stock/2'],
    said: [
      'stock/1 = lease 1 for a (session)',
      'a: [2 2]',
      'stock/2 = lease 2 for b (session)',
      'b: [3 2]',
      'b waits',
      'b: 3',
      'stock/1 gone by a (deleted)',
      'a: 1',
      'a: 3',
    ],
  },
  {
    claim: 'a new leader has all keys, no watches, and gives every lease its whole time again',
    lines: [put('a', 1), 'b WATCH stock/1 2', 'wait 1100', 'restart', 'wait 1100', 'a GET stock/1', 'a DELETE stock/1'],
    said: [
      'stock/1 = lease 1 for a (session)',
      'a: [2 2]',
      'b waits',
      'b: 2',
      '1 kept',
      'a: 2',
      'stock/1 gone by a (deleted)',
      'a: 1',
    ],
  },
  {
    claim:
      'without a leader no lease ends and watches stay; the new leader gives every lease its whole time again, and the election timeout',
    lines: [
      put('a', 1),
      'b WATCH stock/1 2',
      'leader lost',
      'wait 5000',
      'leader found',
      'wait 1000',
      'a GET stock/1',
      'wait 2000',
    ],
    said: [
      'stock/1 = lease 1 for a (session)',
      'a: [2 2]',
      'b waits',
      'b: 2',
      'a: 2',
      'stock/1 gone by nobody (expired)',
      'b is woken',
      'b hears watch: [DELETE stock/1 3]',
    ],
  },
];

test.each(rows.map((row) => [row.claim, row] as const))('%s', (_, { lines, said }) => {
  const stage = new ServiceStage(makeEtcd, {});
  stage.play('a LEASE+GRANT 1200', 'b LEASE+GRANT 1200', 'c LEASE+GRANT 1200');
  expect(stage.play(...lines)).toEqual(said);
});
