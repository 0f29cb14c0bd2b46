// One recommendation for every combination of answers, and each of its claims compared with cells, documents or a
// story.

import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { stories } from '../../../src/content/stories';
import { recommendWords } from '../../../src/content/texts/recommend';
import { twoFactsOf } from '../../../src/core/judge/judge';
import { severityOf } from '../../../src/core/model/severity';
import { languages } from '../../../src/core/model/text';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import {
  type Answers,
  askedQuestions,
  comparedChecks,
  questions,
  readAnswers,
  type Tables,
  writeAnswers,
} from '../../../src/search/matrix/choose';
import { codeLanguageOf, codeLanguages } from '../../../src/search/matrix/codeLanguages';
import { decide, orderOf } from '../../../src/search/matrix/decide';
import { addressOf, decisionRecord, recommendationLines } from '../../../src/search/matrix/decisionRecord';
import { describeRecommendation } from '../../../src/search/matrix/describeRecommendation';
import { libraryOnlyOf } from '../../../src/search/matrix/libraryOnly';
import { type CellRef, tallyOf, triedCells } from '../../../src/search/matrix/rank';
import { recommend } from '../../../src/search/matrix/recommend';
import { type Claim, claimsOf, type Recommendation } from '../../../src/search/matrix/recommendation';
import {
  conditionIds,
  neverRecommended,
  repeatStory,
  sources,
  tableOfGuard,
} from '../../../src/search/matrix/recommendRules';
import { rowInfos } from '../../../src/search/matrix/rowInfos';
import { rows } from '../../../src/search/matrix/rows';
import { rowTimes } from '../../../src/search/matrix/rowTimes';
import { scenarioOfCell } from '../../../src/search/matrix/scenario';
import { readTableAddress } from '../../../src/search/matrix/tableAddress';
import { checksWith, tablesOf } from '../../../src/search/matrix/tables';
import { everyAnswer } from '../../support/everyAnswer';
import { sampled } from '../../support/nightly';
import '../../support/handIn';

const asked = sampled(everyAnswer, 7);

let tables: Tables = {};

beforeAll(async () => {
  tables = await tablesOf(comparedChecks, 'own');
});

const known = () => ({ infos: rowInfos, times: rowTimes, tables });

/** Many tests ask for each of them. */
const before = new Map<string, Recommendation>();

function advised(answers: Answers): Recommendation {
  const key = writeAnswers(answers);
  const advice = before.get(key) ?? recommend(answers, known());
  before.set(key, advice);
  return advice;
}

const losses: readonly string[] = ['lost', 'torn', 'twice'];

function cellTextIn({ row, kind, check }: CellRef) {
  const cell = tables[check]?.cells[row]?.[kind];
  if (cell?.kind !== 'tried') throw new Error(`The cell ${row}, ${kind}, ${check} was not tried.`);
  return { ...cell, outcome: (libraryOnlyOf(row, kind, cell) ?? cell).outcome };
}

const saysOf: Readonly<Record<(Claim & { kind: 'cells' })['id'], (outcome: string) => boolean>> = {
  'no-loss': (outcome) => !losses.includes(outcome),
  loses: (outcome) => losses.includes(outcome),
  unguarded: (outcome) => losses.includes(outcome),
  'existing-rows': (outcome) => losses.includes(outcome),
  twice: (outcome) => outcome === 'twice',
  'token-fails': (outcome) => outcome === 'lost',
  stuck: (outcome) => outcome === 'stuck',
  inside: (outcome) => outcome === 'overlap',
  refuses: (outcome) => outcome === 'late-refused',
  waits: (outcome) => outcome === 'unavailable',
};

describe('every combination of answers', () => {
  it('is counted: each question has an open answer', () => {
    expect(everyAnswer.length).toBe(6 * 5 * 13 * 4 + 6 * 13 * 9);
  });

  it('leads to one recommendation, with a title, two sentences, and a cell that shows it', () => {
    for (const answers of asked) {
      const advice = advised(answers);
      expect(advice.lock === null && advice.guard === 'none').toBe(false);
      expect(advice.runnersUp.length).toBe(2);
      expect(advice.changes.length).toBeLessThanOrEqual(3);
      const { cell } = advice.shows;
      expect(cellTextIn(cell).outcome).toBe(cell.outcome);
      for (const language of languages) {
        const text = describeRecommendation(advice, language);
        expect(text.title).not.toBe('');
        expect(text.why.match(/[.。](?=\s|$|[^\s\d])/g)?.length).toBe(2);
      }
    }
  });

  it('makes no claim that a cell contradicts, and none without something that backs it', () => {
    for (const answers of asked)
      for (const claim of claimsOf(advised(answers))) {
        if (claim.kind === 'document') expect(sources[claim.source]).toMatch(/^https:/);
        if (claim.kind !== 'cells') continue;
        expect(claim.cells.length).toBeGreaterThan(0);
        for (const cell of claim.cells) {
          const { outcome, length } = cellTextIn(cell);
          expect(outcome).toBe(cell.outcome);
          if (cell.length !== null) expect(length).toBe(cell.length);
          expect([claim.id, outcome, saysOf[claim.id](outcome)]).toEqual([claim.id, outcome, true]);
        }
      }
  });

  it('tells every way in which the recommended lock loses data behind its check', () => {
    for (const answers of asked) {
      const { lock, guard, cannot } = advised(answers);
      if (lock === null) continue;
      const table = tables[tableOfGuard[guard]];
      if (table === undefined) throw new Error('There is no such table.');
      const lost = triedCells(table, lock.row).filter(({ outcome }) => losses.includes(outcome));
      const claimed = cannot.flatMap((claim) => (claim.kind === 'cells' && claim.id === 'loses' ? claim.cells : []));
      expect(new Set(claimed)).toEqual(new Set(lost));
    }
  });

  it('never names what cannot be recommended, and no lock alone where nothing may lose data', () => {
    for (const answers of asked) {
      const { lock, guard, runnersUp } = advised(answers);
      for (const { row } of [...(lock === null ? [] : [lock]), ...runnersUp])
        expect(neverRecommended).not.toContain(row);
      if (['never', 'leader'].includes(answers.harm ?? 'never')) expect(['version', 'unique']).toContain(guard);
      if (answers.harm === 'outside') expect([guard, lock]).toEqual(['key', null]);
    }
  });

  it('names what runs already, and a runner-up with another lock', () => {
    for (const answers of asked) {
      const { lock, runnersUp } = advised(answers);
      const services = { redis: 'redis', 'several-redis': 'redis' } as const;
      const { runs } = answers;
      if (lock !== null && runs !== undefined && runs !== 'anything')
        expect(rowInfos[lock.row]?.service).toBe(runs in services ? 'redis' : runs);
      const titles = [...(lock === null ? [] : [lock]), ...runnersUp].map(({ row }) => row);
      expect(new Set(titles).size).toBe(titles.length);
    }
  });

  it('compares a runner-up with the recommended lock behind the same check', () => {
    for (const answers of asked)
      for (const { row, better, worse } of advised(answers).runnersUp)
        for (const { cell, against } of [...better, ...worse]) {
          expect([cell.row, cell.kind, cell.check]).toEqual([row, against.kind, against.check]);
          expect(cellTextIn(cell).outcome).toBe(cell.outcome);
          expect(cellTextIn(against).outcome).toBe(against.outcome);
        }
  });

  it('says what another answer would change, and that answer does so', () => {
    for (const answers of asked) {
      const before = decide(answers, known());
      for (const { question, answer, row, guard, isGuardThere } of advised(answers).changes) {
        const after = decide(Object.assign({}, answers, { [question]: answer }), known());
        expect([after.row, after.guard, after.isGuardThere]).toEqual([row, guard, isGuardThere]);
        expect([row, guard, isGuardThere]).not.toEqual([before.row, before.guard, before.isGuardThere]);
      }
    }
  });
});

describe('the order', () => {
  const answersOf = fc.record(
    {
      runs: fc.constantFrom(...questions.runs),
      work: fc.constantFrom(...questions.work),
      waits: fc.constantFrom(...questions.waits),
    },
    { requiredKeys: [] },
  );
  const badnessOf = (row: string, check: string): number => {
    const table = tables[check];
    if (table === undefined) throw new Error(`There is no table of ${check}.`);
    const { loses, stuck, inside } = tallyOf(triedCells(table, row));
    return (rowTimes[row]?.blockedFor === null ? 1000 : 0) + loses + stuck + inside;
  };

  it('puts no row before one that goes wrong in fewer kinds of faults', () => {
    fc.assert(
      fc.property(answersOf, fc.constantFrom('none' as const, 'version' as const), (answers, guard) => {
        const bad = orderOf(answers, guard, known()).map((row) => badnessOf(row, tableOfGuard[guard]));
        expect(bad).toEqual([...bad].sort((one, other) => one - other));
      }),
    );
  });

  it('has the same rows whatever the check, and a filter only takes rows away', () => {
    fc.assert(
      fc.property(answersOf, ({ waits: _waits, ...answers }) => {
        const all = new Set([
          ...orderOf({}, 'none', known()),
          ...orderOf({ ...(answers.runs && { runs: answers.runs }) }, 'none', known()),
        ]);
        const order = orderOf(answers, 'none', known());
        expect(order.filter((row) => !all.has(row))).toEqual([]);
        expect([...order].sort()).toEqual([...orderOf(answers, 'version', known())].sort());
      }),
    );
  });

  it('gives an answer with every filter, too, and says which it had to leave out', () => {
    for (const answers of asked)
      for (const waits of questions.waits) {
        const { row, guard, ignored } = decide({ ...answers, waits }, known());
        expect(row === null && guard === 'none').toBe(false);
        const droppable = answers.language === undefined ? ['waits'] : ['waits', 'work'];
        expect(ignored.filter((question) => !droppable.includes(question))).toEqual([]);
      }
  });

  it('keeps to the clock that was asked for, or says that no lock has it', () => {
    for (const clock of questions.clock) {
      const { row, ignored } = decide({ harm: 'work', work: 'second', clock }, known());
      expect(ignored.includes('clock') ? clock : rowInfos[row ?? '']?.endedBy).toBe(clock);
    }
  });
});

describe('a person who', () => {
  it('can only check a token hears that it is not enough, and is told of the version check', () => {
    const { guard, isGuardThere, warnings } = advised({ harm: 'never', check: 'token' });
    expect([guard, isGuardThere]).toEqual(['version', false]);
    expect(warnings).toMatchObject([
      {
        id: 'token-fails',
        cells: [
          { row: 'etcd-3', kind: 'pause' },
          { row: 'chubby-3', kind: 'pause' },
        ],
      },
    ]);
  });

  it('fears a second charge hears of an idempotency key first, whatever else is answered', () => {
    const text = describeRecommendation(advised({ harm: 'outside', runs: 'sql' }), 'en');
    expect(text.title).toBe('An idempotency key, and no lock');
    expect(text.settings).toEqual([]);
  });

  // Neither language has a lock in the table that renews itself on one Redis.
  test.each(['node', 'go'] as const)(
    'elects a leader over one Redis, in %s, gets a lock to use, and hears of two leaders',
    (language) => {
      const advice = advised({ harm: 'leader', runs: 'redis', work: 'minutes', language });
      expect([null, language]).toContain(codeLanguageOf(advice.lock?.row ?? 'no-lock'));
      expect(rowInfos[advice.lock?.row ?? '']).toMatchObject({ service: 'redis', asksSeveral: false });
      expect(advice.conditions.map(({ id }) => id)).toEqual(expect.arrayContaining(['step-down', 'short-steps']));
      const text = describeRecommendation(advice, 'en');
      expect(text.why).toContain('lock elects a leader but cannot stop the old leader');
      expect(text.lockCode?.text).toContain('NX PX');
      expect(text.notes.map((note) => note.text)).toContain(recommendWords.en.dropped.work);
    },
  );

  it('writes in a language never gets a lock of another one', () => {
    for (const answers of asked) {
      const { lock, runnersUp } = advised(answers);
      if (answers.language === undefined) continue;
      for (const { row } of [...(lock === null ? [] : [lock]), ...runnersUp])
        expect([row, [null, answers.language].includes(codeLanguageOf(row))]).toEqual([row, true]);
    }
  });

  it('has a check sees it at work: with it, the fault that loses data without it harms none', () => {
    const seen = new Set<string>();
    for (const answers of asked) {
      const { guard, shows } = advised(answers);
      if (guard === 'version') expect(shows.isRemedy).toBe(true);
      const { row, kind, check, outcome } = shows.cell;
      if (!shows.isRemedy || seen.has(`${row}/${kind}`)) continue;
      seen.add(`${row}/${kind}`);
      expect([check, losses.includes(outcome)]).toEqual(['no-check', true]);
      const found = rows.find(({ id }) => id === row);
      const cell = tables[check]?.cells[row]?.[kind];
      if (found === undefined || cell === undefined) throw new Error(`There is no cell ${row}, ${kind}.`);
      const outcomeNow = severityOf(
        twoFactsOf(simulate(scenarioOfCell(found, shows.check, 'own', cell), parts), parts),
      );
      expect([row, kind, outcomeNow, losses.includes(outcomeNow)]).toEqual([row, kind, outcomeNow, false]);
    }
    expect(seen.size).toBeGreaterThan(5);
  });

  it('has a unique key needs no lock', () => {
    expect(advised({ harm: 'never', check: 'unique' })).toMatchObject({ lock: null, guard: 'unique' });
  });

  it('runs a nightly job on Postgres, never twice, gets no lock without its condition', () => {
    const { lock, guard, isGuardThere, conditions } = advised({ harm: 'never', runs: 'sql', work: 'minutes' });
    expect([lock?.row, guard, isGuardThere]).toEqual(['sql-advisory', 'version', false]);
    expect(conditions.map(({ id }) => id)).toEqual(['one-statement', 'own-connection', 'no-pooler']);
  });

  it('has one Redis, a version and ten seconds gets the version check and RLock', () => {
    const advice = advised({ harm: 'never', check: 'version', runs: 'redis', work: 'seconds' });
    expect(advice).toMatchObject({ lock: { row: 'redisson', times: { lease: 30_000, renewEvery: 10_000 } } });
  });

  it('leaves everything open is told what was assumed', () => {
    expect(advised({}).assumed).toEqual(askedQuestions.filter((question) => question !== 'language'));
    const ofRedis = advised({ harm: 'leader', check: 'version', runs: 'redis', work: 'minutes' });
    expect(ofRedis.assumed).toEqual(['language']);
    expect(describeRecommendation(ofRedis, 'en').notes.map((note) => note.text)).toContain(
      'This is for Java or Kotlin. For another language, answer “What is your code written in?”.',
    );
    expect(advised({ harm: 'outside', check: 'nothing' }).assumed).toEqual([]);
  });
});

test('a library has a language, and each language but the last has a library', () => {
  const found = rows.map(({ id }) => codeLanguageOf(id));
  expect(codeLanguages.filter((language) => !found.includes(language))).toEqual(['other']);
  expect(rows.filter(({ id, profile }) => profile !== undefined && codeLanguageOf(id) === null)).toEqual([]);
});

// The two sentences of a reason mention every lock.
test.each([
  ['mail', 'lets it happen twice', true],
  ['no-check', 'loses data without a check', true],
  ['fencing', 'loses data behind a token alone', true],
  ['version', 'loses data behind a version check', false],
])('in the table of %s every lock %s: %s', (check, _what, loses) => {
  const table = tables[check];
  if (table === undefined) throw new Error(`There is no table of ${check}.`);
  for (const row of Object.keys(table.cells)) {
    const cells = triedCells(table, row);
    if (cells.length > 0) expect([row, cells.some(({ outcome }) => losses.includes(outcome))]).toEqual([row, loses]);
  }
});

test('each condition is told, and each is said by somebody', () => {
  const said = new Set(asked.flatMap((answers) => advised(answers).conditions.map(({ id }) => id)));
  expect(conditionIds.filter((id) => !said.has(id))).toEqual([]);
});

test('the story of a receiver that recognizes a repeat shows it', async () => {
  const loaded = await stories.find(({ id }) => id === repeatStory.story)?.load();
  expect(loaded?.story.variants?.find(({ id }) => id === repeatStory.variant)).toMatchObject({ data: 'safe' });
});

describe('a decision record', () => {
  const base = 'https://play.example/';
  const linkForm = /\[((?:[^\]\\]|\\.)+)\]\(([^()\s]+)\)/g;
  const addressNames = () => ({
    rows: Object.keys(rowInfos),
    kinds: Object.keys(tables['no-check']?.cells['redlock'] ?? {}),
    checks: checksWith('own'),
  });

  it('is Markdown: a title, headings with a list below each, and links that lead somewhere', () => {
    for (const answers of asked)
      for (const language of languages) {
        const text = decisionRecord(advised(answers), { language, base });
        const lines = text.split('\n').filter((line) => line !== '');
        expect(lines[0]).toMatch(/^# \S/);
        // Code is between fences.
        const plain = text
          .replace(/```\n[^`]+\n```\n/g, '')
          .split('\n')
          .filter((line) => line !== '');
        expect(plain.slice(2).every((line) => /^(## \S|- \S|<https)/.test(line))).toBe(true);
        const links = [...text.matchAll(linkForm)].map(([, , href = '']) => href);
        expect(links.length).toBeGreaterThan(4);
        for (const href of links) {
          expect(href).toMatch(/^https:/);
          const [, hash] = href.split('/matrix/#');
          if (hash === undefined) continue;
          if (hash.startsWith('which/')) expect(readAnswers(hash.slice(6)).unknown).toEqual([]);
          else expect(readTableAddress(hash, addressNames()).problem).toBe(null);
        }
      }
  });

  it('says the same as the terminal, and ends with the address of its answers', () => {
    const advice = advised({ harm: 'never', check: 'token' });
    const lines = recommendationLines(advice, { language: 'en', base });
    expect(lines.at(-1)).toBe(addressOf(advice, base));
    expect(addressOf(advice, base)).toBe(`${base}matrix/#which/never/token/-/-/-`);
    expect(addressOf(advised({ language: 'go' }), base)).toBe(`${base}matrix/#which/-/-/-/-/-/go`);
    expect(readAnswers('-/-/-/-/-/go').answers).toEqual({ language: 'go' });
  });
});
