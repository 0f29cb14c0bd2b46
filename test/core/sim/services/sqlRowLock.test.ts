// The lock on a row, as queues in a database take a job. Statements are joined by +.
import { expect, test } from 'vitest';
import { makeSql } from '../../../../src/core/sim/services/sql';
import { ServiceStage } from '../../../support/serviceStage';

const skip = (who: string): string => `${who} SELECT+FOR+UPDATE+SKIP+LOCKED stock`;
const locked = (who: string, session: number): string => `stock = session ${session} for ${who} (session)`;

const rows: readonly (readonly [claim: string, lines: readonly string[], said: readonly string[]])[] = [
  [
    'a locked row is skipped until its transaction ends',
    ['a BEGIN', skip('a'), 'b BEGIN', skip('b'), 'a COMMIT', skip('b')],
    [
      'a: BEGIN',
      locked('a', 1),
      'a: 1',
      'b: BEGIN',
      'b: 0',
      'stock gone by a (deleted)',
      'a: COMMIT',
      locked('b', 2),
      'b: 1',
    ],
  ],
];

test.each(rows)('%s', (_, lines, said) => {
  const stage = new ServiceStage(makeSql, {});
  stage.play('a CONNECT', 'b CONNECT');
  expect(stage.play(...lines)).toEqual(said);
});
