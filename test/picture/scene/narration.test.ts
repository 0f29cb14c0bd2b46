// What a play says. How long until the harm is in `sceneChecks.ts`.
import { expect, test } from 'vitest';
import { languages } from '../../../src/core/model/values/text';
import { timesFaster } from '../../../src/picture/scene/narration';
import { play } from '../../content/stories/knownRun';
import { storyVersionOf } from '../../content/stories/storyVersions';

test.each(languages)('in %s story 20 says what was written for a play', (language) => {
  const { narration: telling, moments } = play(storyVersionOf('20')).scenes[language];
  const written = moments.flatMap(({ brief }) => brief ?? []);
  expect(written.length).toBe(2);
  expect(telling.map(({ text }) => text)).toEqual(expect.arrayContaining(written));
  expect(telling.length).toBe(4);
});

test('a stretch with few sentences is played faster, and says so', () => {
  const telling = [
    { at: 0, text: '', ms: 2000 },
    { at: 200_000, text: '', ms: 2000 },
    { at: 1_400_000, text: '', ms: 2000 },
  ];
  expect([0.1, 0.2, 0.6].map((speed) => timesFaster(speed, telling))).toEqual([1, 2, 6]);
});
