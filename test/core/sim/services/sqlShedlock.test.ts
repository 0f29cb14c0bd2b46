// The table of ShedLock alone, compared with the statements of ShedLock 7.9. Statements are joined by +.
import { expect, test } from 'vitest';
import { makeSql } from '../../../../src/core/sim/services/sql';
import { ServiceStage } from '../../../support/serviceStage';

interface Row {
  readonly claim: string;
  readonly lines: readonly string[];
  readonly said: readonly string[];
}

const rows: readonly Row[] = [
  {
    claim: 'a job’s row is inserted once, and locked again when its time is over by the clock that asks',
    lines: [
      'a INSERT+INTO+shedlock job a 900 400',
      'b INSERT+INTO+shedlock job b 900 400',
      'b UPDATE+shedlock+IF+OVER job b 1399 899',
      'b UPDATE+shedlock+IF+OVER job b 1400 900',
    ],
    said: [
      'job = a@400 for a (500 ms)',
      'a: 1',
      'b: ERROR: duplicate key value violates unique constraint "shedlock_pkey"',
      'b: 0',
      'job = b@900 for b (500 ms)',
      'b: 1',
    ],
  },
  {
    claim: 'its owner extends it while it lasts, and unlocks it at any time; nobody else does',
    lines: [
      'a INSERT+INTO+shedlock job a 900 400',
      'b UPDATE+shedlock+EXTEND job b 2000 500',
      'b UPDATE+shedlock+UNLOCK job b 500 500',
      'a UPDATE+shedlock+EXTEND job a 1000 500',
      'a UPDATE+shedlock+EXTEND job a 2000 1000',
      'a UPDATE+shedlock+UNLOCK job a 1700 1200',
      'a UPDATE+shedlock+UNLOCK job a 1800 1800',
      'restart',
    ],
    said: [
      'job = a@400 for a (500 ms)',
      'a: 1',
      'b: 0',
      'b: 0',
      'job = a@400 for a (500 ms)',
      'a: 1',
      'a: 0',
      'job = a@400 for a (500 ms)',
      'a: 1',
      'job gone by a (deleted)',
      'a: 1',
      '1 kept',
    ],
  },
  {
    claim: 'by the database’s time, lockAtLeastFor counts from when the row was locked',
    lines: [
      'a INSERT+INTO+shedlock+BY+DB+TIME job a 500',
      'b INSERT+INTO+shedlock+BY+DB+TIME job b 500',
      'b UPDATE+shedlock+IF+OVER+BY+DB+TIME job b 500',
      'wait 100',
      'a UPDATE+shedlock+EXTEND+BY+DB+TIME job a 500',
      'a UPDATE+shedlock+UNLOCK+BY+DB+TIME job a 250',
      'wait 150',
      'b UPDATE+shedlock+IF+OVER+BY+DB+TIME job b 500',
      'b UPDATE+shedlock+UNLOCK+BY+DB+TIME job b 0',
    ],
    said: [
      'job = a@100000 for a (500 ms)',
      'a: 1',
      'b: 0',
      'b: 0',
      'job = a@100000 for a (500 ms)',
      'a: 1',
      'job = a@100000 for a (150 ms)',
      'a: 1',
      'job = b@100250 for b (500 ms)',
      'b: 1',
      'job gone by b (deleted)',
      'b: 1',
    ],
  },
];

test.each(rows.map((row) => [row.claim, row] as const))('%s', (_claim, { lines, said }) => {
  const stage = new ServiceStage(makeSql, {});
  stage.play('a CONNECT', 'b CONNECT');
  expect(stage.play(...lines)).toEqual(said);
});
