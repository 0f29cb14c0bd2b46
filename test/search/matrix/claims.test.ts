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
import { claimsOf, type Recommendation } from '../../../src/search/matrix/recommendation';
import { rowInfos } from '../../../src/search/matrix/rowInfos';
import { rows } from '../../../src/search/matrix/rows';
import { rowTimes } from '../../../src/search/matrix/rowTimes';
import { tablesOf } from '../../../src/search/matrix/tables';
import { everyAnswer } from '../../support/everyAnswer';
import { sampled } from '../../support/nightly';

interface CellSaid {
  readonly said: string;
  readonly cell: CellRef;
}

const known = { infos: rowInfos, times: rowTimes, tables: await tablesOf(comparedChecks, 'own') };

function cellsSaid(recommendation: Recommendation): readonly CellSaid[] {
  const { shows, runnersUp } = recommendation;
  const compared = runnersUp.flatMap(({ better, worse }) => [...better, ...worse]);
  return [
    ...claimsOf(recommendation).flatMap((claim) =>
      claim.kind === 'cells' ? claim.cells.map((cell) => ({ said: claim.id, cell })) : [],
    ),
    { said: 'shows', cell: shows.cell },
    ...compared.flatMap(({ cell, against }) => [cell, against].map((one) => ({ said: 'compared', cell: one }))),
  ];
}

/** Primes that divide neither the number of answers nor of kinds, so that a sample contains some of each. */
const [everyAnswers, everyClaims] = [97, 29];

/** A claim is the same in every answer that contains it. */
const distinct = new Map<string, CellSaid>();
for (const answers of sampled(everyAnswer, everyAnswers))
  for (const one of cellsSaid(recommend(answers, known))) {
    const { row, kind, check } = one.cell;
    const name = `${row}, ${kind}, ${check}: ${one.cell.outcome} in ${one.cell.runs} runs`;
    if (!distinct.has(name)) distinct.set(name, one);
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
