// What people ask: each question has one answer, and a run that is there.
import { describe, expect, test } from 'vitest';
import type { Question } from '../../../src/content/questions/question';
import { questions, storyOf } from '../../../src/content/questions/questions';
import { findStory } from '../../../src/content/stories/storyList';
import { languages } from '../../../src/core/model/values/text';
import { storyVersionOf } from '../stories/storyVersions';

const ends = { en: /[.!?]/g, zh: /[。！？]/g };

test('each is there once', () => {
  for (const of of ['id', 'question'] as const) {
    const all = questions.map((one) => (of === 'id' ? one.id : one.question.en));
    expect(new Set(all).size).toBe(questions.length);
  }
  for (const { id } of questions) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  // `q/zh/` is the folder of the Chinese pages.
  expect(questions.map(({ id }) => id)).not.toContain('zh');
});

test('five nodes survive a death that breaks one node, and neither a node that forgets nor a long pause', () => {
  const five = questions.find(({ id }) => id === 'one-or-five');
  const ends = [five?.run ?? '', ...(five?.beside ?? [])].map((run) => [run, storyVersionOf(run).outcome]);
  expect(Object.fromEntries(ends)).toEqual({ 9: 'overlap', '9:fix': 'held', 12: 'overlap', '26b': 'lost' });
  expect(five?.answer.en).toMatch(/dies, but not when it restarts without its keys; a client that stops/);
});

describe.each(questions.map((one): readonly [string, Question] => [one.id, one]))('%s', (_, one) => {
  test('is a question, with one sentence of answer in each language', () => {
    for (const language of languages) {
      expect(one.question[language]).toMatch(/[?？]$/);
      // The dot of a name or number is followed by a letter or digit.
      const sentences = one.answer[language].replace(/\.(?=\w)/g, '').match(ends[language]);
      expect([one.answer[language], sentences?.length]).toEqual([one.answer[language], 1]);
    }
  });

  test('names runs that are there, each once', async () => {
    const runs = [one.run, ...one.beside];
    expect(new Set(runs).size).toBe(runs.length);
    for (const run of runs) expect([run, (await findStory(run)).kind]).toEqual([run, 'found']);
    const found = await findStory(one.run);
    expect(found.kind === 'found' && found.story.story.id).toBe(storyOf(one).id);
  });
});
