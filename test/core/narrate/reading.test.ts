// What is said about a run: a whole reading for each outcome, and every file of src takes it from one place.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { story as label } from '../../../src/content/stories/agents/noLabel';
import { story as renewedForNobody } from '../../../src/content/stories/agents/renewedForNobody';
import { story as fencing } from '../../../src/content/stories/argument/fencingTokens';
import { story as pause } from '../../../src/content/stories/argument/pauseBeforeWrite';
import { story as silent } from '../../../src/content/stories/libraries/silentNode';
import { story as stuck } from '../../../src/content/stories/oneNode/setnxExpire';
import { story as whole } from '../../../src/content/stories/oneNode/setWorkRelease';
import { judge } from '../../../src/core/judge/judge';
import { severities } from '../../../src/core/model/trace/severity';
import type { Verdict } from '../../../src/core/model/trace/verdict';
import { type Language, languages } from '../../../src/core/model/values/text';
import { elseFound } from '../../../src/core/narrate/elseFound';
import { readingOf } from '../../../src/core/narrate/reading';
import { renamedWords } from '../../../src/core/narrate/renamedWords';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { timelineWordsOf } from '../../../src/picture/words/timelineWordsOf';
import { storyVersionOf } from '../../content/stories/storyVersions';
import { tracePrefix } from '../../support/tracePrefix';

const ran = ({ scenario }: Pick<typeof pause, 'scenario'>) => runScenario(scenario, parts);

const verdicts: readonly Verdict[] = [
  ran(pause).verdict,
  ran(fencing).verdict,
  ran(stuck).verdict,
  ran(silent).verdict,
  ran(storyVersionOf('4b2')).verdict,
  ran(whole).verdict,
  judge(tracePrefix(ran(pause).trace, 20), parts),
];

const lines = (language: Language): string =>
  verdicts
    .map((verdict) => readingOf(verdict, speechOf[language]))
    .map(({ headline, tone, pair: { lock, data }, sentence, doubt }) =>
      [headline, tone, lock.text, lock.tone, data.text, data.tone, sentence, doubt ?? 'known'].join(' | '),
    )
    .join('\n');

test('each outcome is read with its heading, tone, two facts, sentence and doubt', () => {
  const others = ['torn', 'twice', 'deleted-another', 'changed-another', 'late-refused'];
  expect(verdicts.map(({ outcome }) => outcome).toSorted()).toEqual(
    severities.filter((one) => !others.includes(one)).toSorted(),
  );
  expect(lines('en')).toMatchInlineSnapshot(`
    "An update was lost | red | Lock: two holders at once, for 636 ms | amber | Data: an update was lost | red | Client 1 overwrote what client 2 had written. | known
    Two holders at once; the late write was rejected | amber | Lock: two holders at once, for 623 ms | amber | Data: intact, late write rejected | green | Client 1 and client 2 held the lock at the same time for 623 ms. A late write was rejected, and no update was lost. | known
    The lock is stuck | violet | Lock: stuck | violet | Data: intact | green | Client 1 left the lock behind, and nothing still to come will free it. | known
    Nobody got through for a while | grey | Lock: unavailable for 15.9 s | grey | Data: intact | green | Client 1 kept trying for 15.9 s, without success. | known
    The lock ended before the work was done | amber | Lock: ended before the work was done | amber | Data: intact | green | Client 1 wrote 1.132 s after its lock had ended, and no update was lost. | known
    The lock worked | green | Lock: worked | green | Data: intact | green | No two clients held the lock at once, and no update was lost. | known
    Undecided | grey | Lock: undecided | grey | Data: undecided | grey | The run goes on. Nothing has broken so far. | going"
  `);
  expect(lines('zh')).toMatchInlineSnapshot(`
    "丢了一次更新 | red | 锁：两个客户端同时持锁 636 ms | amber | 数据：丢了一次更新 | red | 客户端 1 覆盖了客户端 2 写下的内容。 | known
    两个客户端同时持锁，迟到的写入被拒绝 | amber | 锁：两个客户端同时持锁 623 ms | amber | 数据：完好，迟到的写入被拒绝 | green | 客户端 1 和客户端 2 同时持锁 623 ms。迟到的写入被拒绝，没有更新丢失。 | known
    锁卡死了 | violet | 锁：卡死 | violet | 数据：完好 | green | 客户端 1 留下了锁，此后再没有什么会释放它。 | known
    一段时间内谁也没能完成 | grey | 锁：15.9 s 不可用 | grey | 数据：完好 | green | 客户端 1 白等了 15.9 s。 | known
    活还没干完，锁就没了 | amber | 锁：活没干完就没了 | amber | 数据：完好 | green | 客户端 1 的锁已经结束 1.132 s，它还在写，没有更新丢失。 | known
    锁守住了 | green | 锁：守住了 | green | 数据：完好 | green | 从未有两个客户端同时持锁，也没有更新丢失。 | known
    无法断定 | grey | 锁：无法断定 | grey | 数据：无法断定 | grey | 运行还在继续，到现在为止没有出问题。 | going"
  `);
});

test('what else was found is what the two facts do not say: a second lost update, but not the first', () => {
  const elseIn = (verdict: Verdict) =>
    elseFound(verdict, readingOf(verdict, speechOf.en).facts).map(({ kind }) => kind);
  const { verdict } = ran(pause);
  expect(elseIn(verdict)).toEqual([]);
  const second = verdict.facts.filter(({ kind }) => kind === 'lost-update').map((fact) => ({ ...fact, to: 1 }));
  expect(elseIn({ ...verdict, facts: [...verdict.facts, ...second] })).toEqual(['lost-update']);
  expect(elseIn(ran(stuck).verdict)).toEqual(['stuck-entry']);
});

describe.each(languages)('a reading in %s', (language) => {
  test('has the causes and the minor facts of its verdict, each with its events', () => {
    for (const verdict of verdicts) {
      const { chain, facts } = readingOf(verdict, speechOf[language]);
      expect(chain.map(({ events }) => events)).toEqual(verdict.chain.map(({ events }) => events));
      expect(new Set(facts.map(({ kind }) => kind))).toEqual(new Set(verdict.facts.map(({ kind }) => kind)));
      for (const { text } of [...chain, ...facts]) expect(text).not.toMatch(/undefined|NaN|null|^\s*$/);
    }
  });

  test('has the name that the run was given, and without one its headline', () => {
    for (const verdict of verdicts) {
      const speech = speechOf[language];
      expect(readingOf(verdict, speech, 'As told')).toEqual({ ...readingOf(verdict, speech), title: 'As told' });
      expect(readingOf(verdict, speech).title).toBe(readingOf(verdict, speech).headline);
    }
  });
});

test('no other file of src asks for the words of a verdict', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  // A call, or an import under any name.
  const asks = /\bexplain\(|[{,]\s*explain\b(?!\s*:)/;
  const asking = files.filter(
    (path) => /\.tsx?$/.test(path) && asks.test(readFileSync(join(root, 'src', path), 'utf8')),
  );
  expect(asking.sort()).toEqual(['core/narrate/explain.ts', 'core/narrate/reading.ts']);
});

test('the processes have the names that their story declares, in every word and sentence', () => {
  const run = runScenario(label.scenario, parts);
  const { names } = label;
  if (names === undefined) throw new Error('The story names nobody.');
  const [english, chinese] = languages.map((language) => {
    const speech = renamedWords(speechOf[language], names, language);
    const reading = readingOf(run.verdict, speech);
    expect(speech.names).toBe(speech.names);
    return [speech.names.client('1'), speech.names.storage, reading.sentence];
  });
  expect(english).toEqual(['agent 1', 'the branch', 'Agent 2 overwrote what agent 1 had written.']);
  expect(chinese?.join(' ')).not.toMatch(/客户端|存储/);
  const [short, shortInChinese] = languages.map((language) => {
    const { processShort } = renamedWords(timelineWordsOf[language], names, language);
    return [...new Set(run.trace.header.processes.map(({ id }) => processShort(id)))].join(' ');
  });
  expect([short, shortInChinese]).toEqual(['Ag1 Ag2 LS Br', 'Ag1 Ag2 LS 分支']);
  const { names: same } = renamedWords(speechOf.en, { client: { en: 'client', zh: '客户端' } }, 'en');
  expect(same.client('2')).toBe('client 2');
});

test('a client whose thread dies hangs, where its story says so', () => {
  const { names } = renewedForNobody;
  if (names === undefined) throw new Error('The story names nobody.');
  const said = { mark: 'thread died', cause: 'the thread of client 1 died at 5 s; its process kept running.' };
  const { mark, cause } = renamedWords(said, names, 'en');
  expect([mark, cause]).toEqual(['hangs', 'agent 1 hung at 5 s; its process kept running.']);
  const { event } = renamedWords({ event: '客户端 1 的线程死了，进程还活着。' }, names, 'zh');
  expect(event).toBe('agent 1 挂住了，进程还活着。');
});
