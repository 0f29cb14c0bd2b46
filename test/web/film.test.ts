// A film of a run, as data: it plays as the scene does, all its frames have one size, and the GIF is small.
import { expect, test } from 'vitest';
import { shared } from '../../src/content/texts/en/shared';
import { speechOf } from '../../src/core/narrate/speechOf';
import { parts } from '../../src/core/run/parts';
import { filmOf } from '../../src/picture/film/film';
import { filmSizes } from '../../src/picture/film/filmSizes';
import { beginGif } from '../../src/picture/film/gif';
import { roughMeasure } from '../../src/picture/layout/marks';
import { instantsOf } from '../../src/picture/scene/nextStep';
import { timelineWordsOf } from '../../src/picture/words/timelineWordsOf';
import { play } from '../content/stories/knownRun';
import { loadedStories, storyVersionOf } from '../content/stories/storyVersions';
import { sampled } from '../support/nightly';

const inks = { colour: (ink: string) => (ink === 'page' ? '#fff' : '#123'), sans: 'Inter', mono: 'Mono' };
const filmedStories = sampled(loadedStories, 9);

const filmed = (name: string, size: (typeof filmSizes)[number], stretch?: [number, number]) => {
  const { scenes, ...run } = play(storyVersionOf(name));
  const scene = scenes.en;
  const film = filmOf({
    run,
    scene,
    faults: parts.faults,
    size,
    ...(stretch && { stretch: { from: stretch[0], to: stretch[1] } }),
    words: timelineWordsOf.en,
    state: shared.scene,
    speech: speechOf.en,
    inks,
    measure: roughMeasure,
    css: '',
  });
  return { film, scene };
};

const wordsIn = (svg: string): string => svg.replaceAll(/<[^>]*>/g, '\n');

test.each(filmedStories.map(({ number }) => number))(
  'the film of story %s rests at the end of its scene, and says each moment',
  (number) => {
    for (const size of filmSizes) {
      const { film, scene } = filmed(number, size);
      const { frames, width, height, draw } = film;
      expect(frames.length).toBeLessThanOrEqual(122);
      expect(frames[0]?.at).toBe(0);
      expect(frames.at(-1)?.at).toBe(instantsOf(scene).at(-1));
      expect(frames.map(({ at }) => at)).toEqual([...frames.map(({ at }) => at)].sort((a, b) => a - b));
      for (const frame of [frames[0], frames[Math.floor(frames.length / 2)], frames.at(-1)]) {
        const svg = draw(frame ?? { at: 0, ms: 0 });
        expect(svg).toContain(`width="${width}" height="${height}"`);
        expect(svg).not.toContain('NaN');
        expect(wordsIn(svg)).toContain(scene.title.slice(0, 8));
      }
    }
  },
);

test('of a part of a run, the film shows that part alone', () => {
  const { film } = filmed('20', 'scene', [1_000_000, 3_000_000]);
  expect(film.frames[0]?.at).toBe(1_000_000);
  expect(film.frames.at(-1)?.at).toBe(3_000_000);
});

test('what does not change costs next to nothing in the GIF', () => {
  const [width, height] = [300, 200];
  const picture = new Uint8Array(width * height * 4).map((_byte, at) => (at % 4 === 3 ? 255 : (at >> 2) ** 2 % 251));
  const size = (count: number): number => {
    const gif = beginGif(width, height);
    for (let frame = 0; frame < count; frame++) gif.add(picture, 100);
    return gif.bytes().length;
  };
  expect(size(2) - size(1)).toBeLessThan(size(1) / 10);
});
