// What a play says, and how long until the harm.
import { describe, expect, test } from 'vitest';
import { languages } from '../../../src/core/model/text';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { isBroken } from '../../../src/picture/scene/answers';
import { sceneOf } from '../../../src/picture/scene/sceneOf';
import { timesFaster } from '../../../src/picture/scene/telling';
import { storyVersionOf, storyVersions } from '../../content/stories/storyVersions';

const tellingOf = ({ story, variant, scenario }: (typeof storyVersions)[number], language: 'en' | 'zh') => {
  const run = runScenario(scenario, parts);
  const scene = sceneOf({
    run,
    story,
    variantId: variant?.id ?? null,
    original: null,
    speech: speechOf[language],
    language,
  });
  return { ...scene, isBroken: isBroken(run.verdict) };
};

describe.each(languages)('in %s', (language) => {
  test('a play comes to the harm within 8 s, after at most three sentences that can be read', () => {
    for (const version of storyVersions) {
      const { telling, isBroken: isHarmed } = tellingOf(version, language);
      const before = telling.slice(0, -1);
      const readable = before.filter(
        ({ text, ms }) => ms >= 1600 && ms >= (text.length / (language === 'zh' ? 6 : 15)) * 1000 - 1,
      );
      // A long first sentence stood there before the play.
      expect(before.length - readable.length, version.name).toBeLessThanOrEqual(1);
      if (!isHarmed) continue;
      expect(readable.length, version.name).toBeLessThanOrEqual(3);
      expect(
        before.reduce((sum, { ms }) => sum + ms, 0),
        version.name,
      ).toBeLessThan(8000);
    }
  });

  test('story 20 says what was written for a play', () => {
    const { telling, moments } = tellingOf(storyVersionOf('20'), language);
    const written = moments.flatMap(({ brief }) => brief ?? []);
    expect(written.length).toBe(2);
    expect(telling.map(({ text }) => text)).toEqual(expect.arrayContaining(written));
    expect(telling.length).toBe(4);
  });
});

test('a stretch with few sentences is played faster, and says so', () => {
  const telling = [
    { at: 0, text: '', ms: 2000 },
    { at: 200_000, text: '', ms: 2000 },
    { at: 1_400_000, text: '', ms: 2000 },
  ];
  expect([0.1, 0.2, 0.6].map((speed) => timesFaster(speed, telling))).toEqual([1, 2, 6]);
});
