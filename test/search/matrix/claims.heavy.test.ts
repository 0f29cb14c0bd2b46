// A search confirms what recommendations claim about cells. The search tries one fault of a kind at every place of
// the row's run, with every strength that may matter, and reports the number of runs. A push searches a few claims of
// some answers, the nightly run all claims of all answers.
import { expect, test } from 'vitest';
import { parts } from '../../../src/core/run/parts';
import { cellOf } from '../../../src/search/matrix/cell';
import { comparedChecks } from '../../../src/search/matrix/choose';
import { libraryOnlyOf } from '../../../src/search/matrix/libraryOnly';
import type { CellRef } from '../../../src/search/matrix/rank';
import { recommend } from '../../../src/search/matrix/recommend';
import { rowInfos } from '../../../src/search/matrix/rowInfos';
import { rows } from '../../../src/search/matrix/rows';
import { rowTimes } from '../../../src/search/matrix/rowTimes';
import { tablesOf } from '../../../src/search/matrix/tables';
import { everyAnswer } from '../../support/everyAnswer';
import { sampled } from '../../support/nightly';
import { linesOf } from '../../support/recommended';

interface CellSaid {
  readonly said: string;
  readonly cell: CellRef;
}

const known = { infos: rowInfos, times: rowTimes, tables: await tablesOf(comparedChecks, 'own') };

/** Primes that divide neither the number of answers nor of kinds, so that a sample contains some of each. */
const [everyAnswers, everyClaims] = [97, 29];

/** A claim is the same in every answer that contains it. */
const distinct = new Map<string, CellSaid>();
for (const answers of sampled(everyAnswer, everyAnswers))
  for (const { id, cells } of linesOf(recommend(answers, known, 'en')))
    for (const cell of cells) {
      const { row, kind, check, outcome, runs } = cell;
      const name = `${row}, ${kind}, ${check}: ${outcome} in ${runs} runs`;
      if (!distinct.has(name)) distinct.set(name, { said: id, cell });
    }

const claims = sampled(
  [...distinct].map(([name, { said, cell }]) => [`${said}: ${name}`, cell] as const),
  everyClaims,
);

test.each(claims)('%s, one fault at every place with every strength', (_name, claimed) => {
  const { row, kind, check, outcome, length, runs } = claimed;
  const found = rows.find(({ id }) => id === row);
  if (found === undefined) throw new Error(`There is no row ${row}.`);
  const searched = cellOf(found, kind, check, 'own', parts);
  if (searched.kind !== 'tried') throw new Error('The search found nothing to try.');
  expect(searched.runs).toBe(runs);
  const worst = (libraryOnlyOf(row, kind, searched) ?? searched).outcome;
  expect(worst).toBe(outcome);
  if (length !== null) expect(searched.length).toBe(length);
});
