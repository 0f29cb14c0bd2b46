// The table of Laravel's locks alone, compared with the statements of DatabaseLock.php. Statements are joined by +.
import { expect, test } from 'vitest';
import { makeSql } from '../../../../src/core/sim/services/sql';
import { ServiceStage } from '../../../support/serviceStage';

const insert = (who: string, rest: string): string => `${who} INSERT+INTO+cache_locks ${rest}`;
const update = (who: string, rest: string): string => `${who} UPDATE+cache_locks+IF+MINE+OR+OVER ${rest}`;
const remove = (who: string, rest: string): string => `${who} DELETE+FROM+cache_locks ${rest}`;
const taken = (who: string, key = 'stock'): readonly string[] => [`${key} = ${who} for ${who} (for ever)`, `${who}: 1`];
const duplicate = (who: string): string =>
  `${who}: ERROR: duplicate key value violates unique constraint "cache_locks_pkey"`;

const rows: readonly (readonly [claim: string, lines: readonly string[], said: readonly string[]])[] = [
  [
    'of two inserts the second fails, and no time ends the row',
    [insert('a', 'stock a 110'), insert('b', 'stock b 110'), 'wait 86400000', insert('b', 'stock b 110')],
    [...taken('a'), duplicate('b'), duplicate('b')],
  ],
  [
    'an update takes over what is over by the second that it brings, the last one included',
    [insert('a', 'stock a 110'), update('b', 'stock b 119 109'), update('b', 'stock b 120 110')],
    [...taken('a'), 'b: 0', ...taken('b')],
  ],
  [
    'an update of its own row succeeds at any time',
    [insert('a', 'stock a 110'), update('a', 'stock a 115 105')],
    [...taken('a'), ...taken('a')],
  ],
  [
    'a release deletes its own row only',
    [insert('a', 'stock a 110'), remove('b', 'stock b'), remove('a', 'stock a'), insert('b', 'stock b 120')],
    [...taken('a'), 'b: 0', 'stock gone by a (deleted)', 'a: 1', ...taken('b')],
  ],
  [
    'a clock that is ahead prunes the locks of everybody that are over by it',
    [
      insert('a', 'stock a 110'),
      insert('b', 'mail b 130'),
      'c DELETE+FROM+cache_locks+IF+OVER 112',
      insert('c', 'stock c 122'),
    ],
    [...taken('a'), ...taken('b', 'mail'), 'stock gone by c (deleted)', 'c: 1', ...taken('c')],
  ],
  [
    'by the database’s time no clock of a server counts, and the database’s may be set',
    [
      'a INSERT+INTO+cache_locks+BY+DB+TIME stock a 10',
      'wait 9000',
      'b UPDATE+cache_locks+IF+MINE+OR+OVER+BY+DB+TIME stock b 10',
      'clock 1000',
      'b UPDATE+cache_locks+IF+MINE+OR+OVER+BY+DB+TIME stock b 10',
      'clock 10000',
      'a DELETE+FROM+cache_locks+IF+OVER+BY+DB+TIME',
    ],
    [...taken('a'), 'b: 0', ...taken('b'), 'stock gone by a (deleted)', 'a: 1'],
  ],
  ['rows survive a restart', [insert('a', 'stock a 110'), 'restart'], [...taken('a'), '1 kept']],
];

test.each(rows)('%s', (_, lines, said) => {
  const stage = new ServiceStage(makeSql, {});
  stage.play('a CONNECT', 'b CONNECT', 'c CONNECT');
  expect(stage.play(...lines)).toEqual(said);
});
