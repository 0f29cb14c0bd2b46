// Sentences that a learner could not follow without more words: they say why a key stayed, who refused what, and what
// the patience is.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Rule } from '../../../src/core/model/trace/cause';
import type { Trace } from '../../../src/core/model/trace/trace';
import { explain } from '../../../src/core/narrate/explain';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runOfStory } from '../../content/stories/knownRun';
import * as runs from '../judge/runs';

const traceOfStory = (name: string): Trace => runOfStory(name).trace;

function said(trace: Trace, rule: Rule, language: 'en' | 'zh' = 'en'): string | undefined {
  const verdict = judge(trace, parts);
  const at = verdict.chain.findIndex((cause) => cause.rule === rule);
  return explain(verdict, speechOf[language]).chain[at]?.text;
}

describe('a key that stayed', () => {
  test.each([
    ['2b', 'its last request to node A was lost', '最后一个请求丢失了'],
    ['54', 'without ever learning that the key was its own', '始终不知道键是它自己的'],
    ['65', 'sent no request to the lock service', '没有向锁服务发出请求'],
    ['88', 'ended with an error', '释放出错'],
  ])('story %s says why', (name, why, whyInChinese) => {
    const trace = traceOfStory(name);
    expect(said(trace, 'triedToRelease')).toContain(why);
    expect(said(trace, 'triedToRelease', 'zh')).toContain(whyInChinese);
  });

  test('a client that gave up its try has called no release', () => {
    expect(said(traceOfStory('54'), 'triedToRelease')).toContain('gave up its attempt');
    expect(said(traceOfStory('54'), 'triedToRelease')).not.toContain('called release');
  });
});

describe('a wait beyond the patience', () => {
  const trace = runs.crashedHolder(1500);

  test('says what was refused, and why', () => {
    expect(said(trace, 'refusedTries')).toMatch(/tried to get the lock.*: the lock looked taken\.$/);
    expect(said(trace, 'refusedTries', 'zh')).toMatch(/尝试加锁.*：锁看起来已被占用。$/);
  });

  test('says all reasons where they differ', () => {
    expect(said(traceOfStory('15c'), 'refusedTries')).toContain('too few grants reached it, or the lock looked taken');
  });

  test('says what the patience is', () => {
    expect(said(trace, 'waited')).toContain('After 1.5 s (the run’s patience, one of its settings) a lock counts as');
    expect(said(trace, 'waited', 'zh')).toContain('超过 1.5 s（耐心限度，运行的一项设置），就算锁不可用');
  });

  test('does not say that nobody ever finished, since somebody does later', () => {
    const { sentence } = explain(judge(trace, parts), speechOf.en);
    expect(said(trace, 'healed')).toMatch(/^Then it recovered: /);
    expect(sentence).toMatch(/, without success\.$/);
  });
});
