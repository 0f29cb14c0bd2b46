// One recommendation for every combination of answers, and each of its claims compared with cells, documents or a
// story.

import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { stories } from '../../../src/content/stories';
import { recommendWords } from '../../../src/content/texts/recommend';
import { quickVerdict } from '../../../src/core/judge/judge';
import { codeLanguages } from '../../../src/core/model/scenario/lockFacts';
import { severityOf } from '../../../src/core/model/trace/severity';
import { type Language, languages } from '../../../src/core/model/values/text';
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
import { decide, orderOf, tableBehind } from '../../../src/search/matrix/decide';
import { libraryOnlyOf } from '../../../src/search/matrix/libraryOnly';
import { type CellRef, countByHarm, triedCells } from '../../../src/search/matrix/rank';
import { type Recommendation, recommend } from '../../../src/search/matrix/recommend';
import { recommendationLines } from '../../../src/search/matrix/recommendationLines';
import { repeatStory } from '../../../src/search/matrix/recommendRules';
import { rowInfos } from '../../../src/search/matrix/rowInfos';
import { rowOfTable, rows } from '../../../src/search/matrix/rows';
import { rowTimes } from '../../../src/search/matrix/rowTimes';
import { scenarioOfCell } from '../../../src/search/matrix/scenario';
import { readTableAddress } from '../../../src/search/matrix/tableAddress';
import { checksWith, tablesOf } from '../../../src/search/matrix/tables';
import { everyAnswer } from '../../support/everyAnswer';
import { sampled } from '../../support/nightly';
import { linesOf } from '../../support/recommended';
import '../../support/handIn';

const asked = sampled(everyAnswer, 11);

let tables: Tables = {};

beforeAll(async () => {
  tables = await tablesOf(comparedChecks, 'own');
});

const known = () => ({ infos: rowInfos, times: rowTimes, tables });

/** Many tests ask for each of them. */
const before = new Map<string, Recommendation>();

function advised(answers: Answers, language: Language = 'en'): Recommendation {
  const key = `${language} ${writeAnswers(answers)}`;
  const advice = before.get(key) ?? recommend(answers, known(), language);
  before.set(key, advice);
  return advice;
}

const losses: readonly string[] = ['lost', 'torn', 'twice'];

function cellTextIn({ row, kind, check }: CellRef) {
  const cell = tables[check]?.cells[row]?.[kind];
  if (cell?.kind !== 'tried') throw new Error(`The cell ${row}, ${kind}, ${check} was not tried.`);
  return { ...cell, outcome: (libraryOnlyOf(row, kind, cell) ?? cell).outcome };
}

/** By the id of a claim; the other lines say the outcome itself. */
const saysOf: Readonly<Record<keyof typeof recommendWords.en.claims, (outcome: string) => boolean>> = {
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

/** The recommended lock, and the runners-up. */
function rowsOf(answers: Answers): readonly string[] {
  const { decision, runnersUp } = advised(answers);
  return [...(decision.row === null ? [] : [decision.row]), ...runnersUp.map(({ row }) => row)];
}

describe('every combination of answers', () => {
  it('is counted: each question has an open answer', () => {
    expect(everyAnswer.length).toBe(6 * 5 * 13 * 4 + 6 * 13 * 9);
  });

  it('leads to one recommendation, with a title, two sentences, and a cell that shows it', () => {
    for (const answers of asked)
      for (const language of languages) {
        const { decision, runnersUp, changes, shows, title, why } = advised(answers, language);
        expect(decision.row === null && decision.guard === 'none').toBe(false);
        expect(runnersUp.length).toBe(2);
        expect(changes.length).toBeLessThanOrEqual(3);
        expect(cellTextIn(shows.cell).outcome).toBe(shows.cell.outcome);
        expect(title).not.toBe('');
        expect(why.match(/[.。](?=\s|$|[^\s\d])/g)?.length).toBe(2);
      }
  });

  it('makes no claim that a cell contradicts, and none without something that backs it', () => {
    const says = new Map<string, (outcome: string) => boolean>(Object.entries(saysOf));
    for (const answers of asked) {
      for (const { links } of advised(answers).conditions) expect(links[0]?.address).toMatch(/^https:/);
      for (const { id, cells } of linesOf(advised(answers))) {
        expect([...says.keys(), 'shows', 'compared']).toContain(id);
        for (const cell of cells) {
          const { outcome, length } = cellTextIn(cell);
          expect(outcome).toBe(cell.outcome);
          if (cell.length !== null) expect(length).toBe(cell.length);
          expect([id, outcome, says.get(id)?.(outcome) ?? true]).toEqual([id, outcome, true]);
        }
      }
    }
  });

  it('tells every way in which the recommended lock loses data behind its check', () => {
    for (const answers of asked) {
      const { decision, cannot } = advised(answers);
      if (decision.row === null) continue;
      const cells = triedCells(tableBehind(decision.guard, known()), decision.row);
      const lost = cells.filter(({ outcome }) => losses.includes(outcome));
      const claimed = cannot.flatMap((line) => (line.id === 'loses' ? line.cells : []));
      expect(new Set(claimed)).toEqual(new Set(lost));
    }
  });

  it('never names what cannot be recommended, and no lock alone where nothing may lose data', () => {
    for (const answers of asked) {
      const { row: lock, guard } = advised(answers).decision;
      for (const row of rowsOf(answers)) expect(rowOfTable(row).isNeverRecommended).toBeUndefined();
      if (['never', 'leader'].includes(answers.harm ?? 'never')) expect(['version', 'unique']).toContain(guard);
      if (answers.harm === 'outside') expect([guard, lock]).toEqual(['key', null]);
    }
  });

  it('names what runs already, and a runner-up with another lock', () => {
    for (const answers of asked) {
      const { row } = advised(answers).decision;
      const services = { redis: 'redis', 'several-redis': 'redis' } as const;
      const { runs } = answers;
      if (row !== null && runs !== undefined && runs !== 'anything')
        expect(rowInfos[row]?.service).toBe(runs in services ? 'redis' : runs);
      expect(new Set(rowsOf(answers)).size).toBe(rowsOf(answers).length);
    }
  });

  it('compares a runner-up with the recommended lock behind the same check', () => {
    for (const answers of asked)
      for (const { row, lines } of advised(answers).runnersUp)
        for (const { cells } of lines)
          for (const [at, cell] of cells.entries()) {
            const pair = cells[at % 2 === 0 ? at + 1 : at - 1];
            expect([cell.kind, cell.check]).toEqual([pair?.kind, pair?.check]);
            if (at % 2 === 0) expect(cell.row).toBe(row);
          }
  });

  it('says what another answer would change, and that answer does so', () => {
    for (const answers of asked) {
      const { decision, changes, title } = advised(answers);
      for (const { question, answer, title: other } of changes) {
        const after = advised(Object.assign({}, answers, { [question]: answer }));
        expect(after.title).toBe(other);
        expect([after.title, after.decision.isGuardThere]).not.toEqual([title, decision.isGuardThere]);
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
    const { loses, stuck, inside } = countByHarm(triedCells(table, row));
    return (rowTimes[row]?.blockedFor === null ? 1000 : 0) + loses + stuck + inside;
  };

  it('puts no row before one that goes wrong in fewer kinds of faults', () => {
    fc.assert(
      fc.property(answersOf, fc.constantFrom('none' as const, 'version' as const), (answers, guard) => {
        const { check } = tableBehind(guard, known());
        const bad = orderOf(answers, guard, known()).map((row) => badnessOf(row, check));
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
    const { decision, notes } = advised({ harm: 'never', check: 'token' });
    expect(decision).toMatchObject({ guard: 'version', isGuardThere: false });
    expect(notes.find(({ id }) => id === 'token-fails')?.cells).toMatchObject([
      { row: 'etcd-3', kind: 'pause' },
      { row: 'chubby-3', kind: 'pause' },
    ]);
  });

  it('fears a second charge hears of an idempotency key first, whatever else is answered', () => {
    const text = advised({ harm: 'outside', runs: 'sql' });
    expect(text.title).toBe('An idempotency key, and no lock');
    expect(text.settings).toEqual([]);
  });

  // Neither language has a lock in the table that renews itself on one Redis.
  test.each(['node', 'go'] as const)(
    'elects a leader over one Redis, in %s, gets a lock to use, and hears of two leaders',
    (language) => {
      const advice = advised({ harm: 'leader', runs: 'redis', work: 'minutes', language });
      expect([undefined, language]).toContain(rowOfTable(advice.decision.row ?? 'no-lock').language);
      expect(rowInfos[advice.decision.row ?? '']).toMatchObject({ service: 'redis', asksSeveral: false });
      expect(advice.conditions.map(({ id }) => id)).toEqual(expect.arrayContaining(['step-down', 'short-steps']));
      expect(advice.why).toContain('lock elects a leader but cannot stop the old leader');
      for (const command of ['NX PX', 'PEXPIRE', 'DEL']) expect(advice.lockCode?.text).toContain(command);
      expect(advice.lockCode?.text).toContain('SET leader ');
      expect(advice.notes.map((note) => note.text)).toContain(recommendWords.en.dropped.work);
    },
  );

  // Nothing renews the recipe, and the lease of the table is shorter than the work.
  it('works for ten seconds on one Redis hears so beside the lease, locks what the check guards, and gets a library', () => {
    const advice = advised({ harm: 'never', check: 'nothing', runs: 'redis', work: 'seconds', language: 'node' });
    expect(advice.settings[0]).toMatch(/^Lease: 3 s, which is shorter than your work: extend/);
    expect(advice.lockCode?.text.match(/\bstock\b/g)).toHaveLength(3);
    expect(advice.lockCode?.text).not.toContain('leader');
    const links = advice.notes.flatMap((note) => note.links.map(({ text }) => text));
    expect(links).toContain('quorum-lock');
    const short = advised({ harm: 'work', check: 'nothing', runs: 'redis', work: 'second', language: 'node' });
    expect(short.settings[0]).not.toContain('shorter than');
  });

  it('writes in a language never gets a lock of another one', () => {
    for (const answers of asked) {
      if (answers.language === undefined) continue;
      for (const row of rowsOf(answers))
        expect([row, [undefined, answers.language].includes(rowOfTable(row).language)]).toEqual([row, true]);
    }
  });

  it('has a check sees it at work: with it, the fault that loses data without it harms none', () => {
    const seen = new Set<string>();
    for (const answers of asked) {
      const { decision, shows } = advised(answers);
      if (decision.guard === 'version') expect(shows.isRemedy).toBe(true);
      const { row, kind, check, outcome } = shows.cell;
      if (!shows.isRemedy || seen.has(`${row}/${kind}`)) continue;
      seen.add(`${row}/${kind}`);
      expect([check, losses.includes(outcome)]).toEqual(['no-check', true]);
      const found = rows.find(({ id }) => id === row);
      const cell = tables[check]?.cells[row]?.[kind];
      if (found === undefined || cell === undefined) throw new Error(`There is no cell ${row}, ${kind}.`);
      const outcomeNow = severityOf(
        quickVerdict(simulate(scenarioOfCell(found, shows.check, 'own', cell), parts), parts),
      );
      expect([row, kind, outcomeNow, losses.includes(outcomeNow)]).toEqual([row, kind, outcomeNow, false]);
    }
    expect(seen.size).toBeGreaterThan(5);
  });

  it('has a unique key needs no lock', () => {
    expect(advised({ harm: 'never', check: 'unique' }).decision).toMatchObject({ row: null, guard: 'unique' });
  });

  it('runs a nightly job on Postgres, never twice, gets no lock without its condition', () => {
    const { decision, conditions } = advised({ harm: 'never', runs: 'sql', work: 'minutes' });
    expect(decision).toMatchObject({ row: 'sql-advisory', guard: 'version', isGuardThere: false });
    expect(conditions.map(({ id }) => id)).toEqual(['one-statement', 'own-connection', 'no-pooler']);
  });

  it('has one Redis, a version and ten seconds gets the version check and RLock', () => {
    const advice = advised({ harm: 'never', check: 'version', runs: 'redis', work: 'seconds' });
    expect(advice.decision.row).toBe('redisson');
    expect(advice.settings).toEqual(expect.arrayContaining(['Lease: 30 s', 'Renewal: every 10 s']));
  });

  it('leaves everything open is told what was assumed', () => {
    expect(advised({}).assumed).toEqual(askedQuestions.filter((question) => question !== 'language'));
    const ofRedis = advised({ harm: 'leader', check: 'version', runs: 'redis', work: 'minutes' });
    expect(ofRedis.assumed).toEqual(['language']);
    expect(ofRedis.notes.map((note) => note.text)).toContain(
      'This is for Java or Kotlin. For another language, answer “What is your code written in?”.',
    );
    expect(advised({ harm: 'outside', check: 'nothing' }).assumed).toEqual([]);
  });
});

test('a library has a language, and each language but the last has a library', () => {
  const found = rows.map((row) => row.language);
  expect(codeLanguages.filter((language) => !found.includes(language))).toEqual(['other']);
  expect(rows.filter(({ profile, language }) => profile !== undefined && language === undefined)).toEqual([]);
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
  expect(Object.keys(recommendWords.en.conditions).filter((id) => !said.has(id))).toEqual([]);
});

test('the story of a receiver that recognizes a repeat shows it', async () => {
  const loaded = await stories.find(({ id }) => id === repeatStory.story)?.load();
  expect(loaded?.story.variants?.find(({ id }) => id === repeatStory.variant)).toMatchObject({ data: 'safe' });
});

describe('in a terminal', () => {
  const base = 'https://play.example/';

  it('has headings with a list below each, and links that lead somewhere', () => {
    const names = {
      rows: Object.keys(rowInfos),
      kinds: Object.keys(tables['no-check']?.cells['redlock'] ?? {}),
      checks: checksWith('own'),
    };
    for (const answers of asked)
      for (const language of languages) {
        const lines = recommendationLines(advised(answers, language), base);
        expect(lines.slice(1, 4).map((line) => line.slice(0, 2).trim())).toEqual([
          '',
          expect.stringMatching(/\S/),
          '-',
        ]);
        const links = lines.filter((line) => line.startsWith('  http')).map((line) => line.trim());
        expect(links.length).toBeGreaterThan(4);
        for (const href of links) {
          const [, hash] = href.split('/matrix/#');
          if (hash === undefined) continue;
          if (hash.startsWith('which/')) expect(readAnswers(hash.slice(6)).unknown).toEqual([]);
          else expect(readTableAddress(hash, names).problem).toBe(null);
        }
      }
  });

  it('ends with the address of its answers', () => {
    const last = (answers: Answers) => recommendationLines(advised(answers), base).at(-1);
    expect(last({ harm: 'never', check: 'token' })).toBe(`${base}matrix/#which/never/token/-/-/-`);
    expect(last({ language: 'go' })).toBe(`${base}matrix/#which/-/-/-/-/-/go`);
    expect(readAnswers('-/-/-/-/-/go').answers).toEqual({ language: 'go' });
  });
});
