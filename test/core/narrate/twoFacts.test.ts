// A verdict in words, for each pair of facts and in both languages: headline, pair and sentence say both facts, and
// none of them says anything false.
import { describe, expect, test } from 'vitest';
import type { Fact } from '../../../src/core/model/trace/fact';
import { type DataFact, dataFacts, type LockFact, lockFacts } from '../../../src/core/model/trace/outcome';
import { severityOf, type Tone, toneOf } from '../../../src/core/model/trace/severity';
import type { Verdict } from '../../../src/core/model/trace/verdict';
import { languages } from '../../../src/core/model/values/text';
import { explain } from '../../../src/core/narrate/explain';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { pauseTrace } from '../../support/pauseTrace';
import { optionsFor } from '../../support/pictureFor';

const two = { who: ['client1', 'client2'], from: 1, to: 2 } as const;
const write = { value: 43, version: 3, basedOn: 1, lostValue: 42, lostVersion: 2 } as const;

/** Every fact that a sentence may ask for. */
const facts: readonly Fact[] = [
  { kind: 'overlap', ...two, values: { micros: 636_000 } },
  { kind: 'lost-update', ...two, values: write },
  { kind: 'torn-write', ...two, values: { value: 43, lostValue: 42, part: 1 } },
  { kind: 'done-twice', ...two, values: { count: 1 } },
  { kind: 'after-end', ...two, values: { at: 2_649_000, micros: 1_132_000, isRead: 0 } },
  { kind: 'starved', ...two, values: { micros: 3_150_000 } },
];

const { measures } = optionsFor(pauseTrace()).run.verdict;

function verdictOf(lock: LockFact, data: DataFact, more: Partial<Verdict> = {}): Verdict {
  const because = lock === 'unknown' ? { unknownBecause: 'stopped' as const } : {};
  return {
    outcome: severityOf({ lock, data }),
    lock,
    data,
    ...because,
    chain: [],
    facts,
    measures: { ...measures, acquired: 2 },
    ...more,
  };
}

const all = lockFacts.flatMap((lock) => dataFacts.map((data) => [lock, data] as const));
const isHarmed = (data: DataFact): boolean => data === 'torn' || data === 'twice' || data === 'lost';

describe.each(all)('lock %s, data %s', (lock, data) => {
  const verdict = verdictOf(lock, data);
  const en = explain(verdict, speechOf.en);
  const zh = explain(verdict, speechOf.zh);

  test('is told in both languages, with nothing left open', () => {
    for (const { headline, pair, sentence } of [en, zh])
      for (const text of [headline, pair.lock, pair.data, sentence]) {
        expect(text).not.toMatch(/undefined|NaN|-1|null|\s\s|^\s|\s$/);
        expect(text.length).toBeGreaterThan(2);
      }
    for (const text of [en.headline, en.pair.lock, en.pair.data, en.sentence])
      expect(text).not.toMatch(/[\u4e00-\u9fff]/);
    for (const text of [zh.headline, zh.pair.lock, zh.pair.data, zh.sentence]) expect(text).toMatch(/[\u4e00-\u9fff]/);
  });

  test('is red when the data was harmed, and only then', () => {
    expect(toneOf(verdict) === 'red').toBe(isHarmed(data));
    expect(en.headline === 'An update was lost').toBe(data === 'lost');
  });

  test('says in its headline and its sentence that a late write was rejected, and only then', () => {
    expect(/late write was rejected/.test(en.headline)).toBe(data === 'refused');
    expect(/A late write was rejected/.test(en.sentence)).toBe(data === 'refused');
    expect(/late write rejected/.test(en.pair.data)).toBe(data === 'refused');
    for (const text of [zh.headline, zh.pair.data, zh.sentence])
      expect(/迟到的?写入被拒绝/.test(text)).toBe(data === 'refused');
  });

  test('says that nothing prevented a loss when it was luck, and only then', () => {
    expect(/nothing prevented a loss/.test(en.sentence)).toBe(data === 'lucky');
    expect(/only luck/.test(en.headline)).toBe(data === 'lucky');
    expect(/没有什么能防止/.test(zh.sentence)).toBe(data === 'lucky');
    expect(/侥幸/.test(zh.headline)).toBe(data === 'lucky');
  });

  test('promises that no update was lost only when none was', () => {
    if (isHarmed(data) || data === 'unknown') {
      expect(en.sentence + en.headline).not.toMatch(/no update|nothing was lost/i);
      expect(zh.sentence).not.toMatch(/没有更新丢失|没有丢失/);
    }
  });

  test('has the lock in its pair, whatever became of the data', () => {
    expect(en.pair.lock).toBe(
      {
        overlap: 'Lock: two holders at once, for 636 ms',
        stuck: 'Lock: stuck',
        unavailable: 'Lock: unavailable for 3.15 s',
        expired: 'Lock: ended before the work was done',
        held: 'Lock: worked',
        unknown: 'Lock: undecided',
      }[lock],
    );
    expect(zh.pair.lock.startsWith('锁：')).toBe(true);
    expect(zh.pair.data.startsWith('数据：')).toBe(true);
  });
});

const headlines: readonly (readonly [LockFact, DataFact, Tone, string, string])[] = [
  ['overlap', 'torn', 'red', 'An object was left half-written', '留下了写到一半的对象'],
  ['overlap', 'twice', 'red', 'It was done twice', '同一件事做了两次'],
  ['stuck', 'lost', 'red', 'An update was lost', '丢了一次更新'],
  ['stuck', 'safe', 'violet', 'The lock is stuck', '锁卡死了'],
  ['stuck', 'refused', 'violet', 'The lock is stuck; the late write was rejected', '锁卡死了，迟到的写入被拒绝'],
  [
    'overlap',
    'refused',
    'amber',
    'Two holders at once; the late write was rejected',
    '两个客户端同时持锁，迟到的写入被拒绝',
  ],
  [
    'overlap',
    'lucky',
    'amber',
    'Two holders at once; only luck saved the data',
    '两个客户端同时持锁，数据只是侥幸保住',
  ],
  ['overlap', 'safe', 'amber', 'Two holders at once; the data stayed intact', '两个客户端同时持锁，数据完好'],
  ['overlap', 'unknown', 'amber', 'Two clients held the lock at once', '两个客户端同时持锁'],
  ['held', 'refused', 'amber', 'The lock worked; the late write was rejected', '锁守住了，迟到的写入被拒绝'],
  ['held', 'lucky', 'amber', 'The lock worked; only luck saved the data', '锁守住了，数据只是侥幸保住'],
  ['unavailable', 'safe', 'grey', 'Nobody got through for a while', '一段时间内谁也没能完成'],
  ['unknown', 'unknown', 'grey', 'Undecided', '无法断定'],
  ['held', 'safe', 'green', 'The lock worked', '锁守住了'],
];

test.each(headlines)('lock %s, data %s is %s: %s', (lock, data, tone, en, zh) => {
  const verdict = verdictOf(lock, data);
  expect(toneOf(verdict)).toBe(tone);
  expect(explain(verdict, speechOf.en).headline).toBe(en);
  expect(explain(verdict, speechOf.zh).headline).toBe(zh);
});

test('a rejected write that was based on an old version is called outdated', () => {
  const refused = { value: 43, check: 'version', token: 1, against: 2 } as const;
  const both = (['rejected', 'rightful-rejected'] as const).map((kind): Fact => ({ kind, ...two, values: refused }));
  const verdict = verdictOf('overlap', 'refused', { facts: [...facts, ...both] });
  expect(explain(verdict, speechOf.en).headline).toBe('Two holders at once; an outdated write was rejected');
  expect(explain(verdict, speechOf.zh).pair.data).toBe('数据：完好，过时的写入被拒绝');
});

describe('a rightful holder that was refused', () => {
  const refused = (check: 'token' | 'version'): Fact => ({
    kind: 'rightful-rejected',
    who: ['client2'],
    from: 1,
    to: 1,
    values: { check, token: 1, against: 2, value: 43 },
  });

  test('has a headline, a pair and a sentence of its own', () => {
    const verdict = verdictOf('unavailable', 'safe', { facts: [...facts, refused('token')] });
    const { headline, pair, sentence } = explain(verdict, speechOf.en);
    expect([headline, pair.lock, pair.data, sentence]).toEqual([
      'The storage rejected the rightful holder',
      'Lock: unavailable, holder rejected',
      'Data: intact',
      'The storage rejected client 2, although it was the rightful holder.',
    ]);
    expect(explain(verdict, speechOf.zh).headline).toBe('存储拒绝了合法的持有者');
    expect(toneOf(verdict)).toBe('grey');
  });

  test('is not why nobody got through when a version no longer stood', () => {
    const verdict = verdictOf('unavailable', 'safe', { facts: [...facts, refused('version')] });
    expect(explain(verdict, speechOf.en).headline).toBe('Nobody got through for a while');
  });
});

test.each(languages)('a run without a lock credits no lock, in %s', (language) => {
  const values = { acquired: 2, clients: 2, shared: 1, unlocked: 1 } as const;
  const chain = [{ rule: 'neverTwo', events: [1], values }] as const;
  for (const data of ['safe', 'refused'] as const) {
    const { headline, pair } = explain(verdictOf('held', data, { chain }), speechOf[language]);
    expect(headline).toContain(language === 'en' ? 'Nothing was lost' : '什么也没丢');
    expect(pair.lock).toBe(language === 'en' ? 'Lock: none' : '锁：无');
  }
});

test('a run that failed says so, and nothing else', () => {
  const failed = verdictOf('unknown', 'unknown', { unknownBecause: 'failed' });
  expect(explain(failed, speechOf.en).headline).toBe('The run failed');
});
