// The pool of a driver: it lends a connection for each query, and closes one that lies idle. Compared with the
// documentation of node-postgres, idleTimeoutMillis. Statements are joined by +.
import { expect, test } from 'vitest';
import { makeSql } from '../../../../src/core/sim/services/sql';
import { ServiceStage } from '../../../support/serviceStage';

const lock = 'SELECT+pg_advisory_lock stock';

const stageOf = (pooler: string): ServiceStage => {
  const stage = new ServiceStage(makeSql, { keepAlive: 600_000, pooler, poolSize: 2, idleTimeout: 10_000 });
  stage.play('a CONNECT', 'b CONNECT');
  return stage;
};

test('it closes the session that lies idle with a lock, ten seconds after it was last lent', () => {
  expect(stageOf('driver').play(`a ${lock}`, 'wait 9000', `a ${lock}`, 'wait 9999', 'wait 1', `b ${lock}`)).toEqual([
    'stock = session 1 for a (for ever)',
    'a: OK',
    'stock = session 1 ×2 for a (for ever)',
    'a: OK',
    'stock gone by nobody (expired)',
    'stock = session 2 for b (for ever)',
    'b: OK',
  ]);
});

test('it closes no session that is lent', () => {
  const took = ['a: BEGIN', 'stock = session 1 for a (for ever)', 'a: OK'];
  expect(stageOf('driver').play('a BEGIN', `a ${lock}`, 'wait 60000')).toEqual(took);
});

test('a transaction pooler keeps both', () => {
  const stage = stageOf('transaction');
  stage.play(`a ${lock}`);
  expect(stage.play('wait 60000')).toEqual([]);
});
