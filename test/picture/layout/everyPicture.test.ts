// The words of the picture of any story, at the widths of the page, at three zooms and in both languages: complete,
// inside the frame, and without overlaps.
import { describe, expect, test } from 'vitest';
import type { Trace } from '../../../src/core/model/trace/trace';
import { boxOf } from '../../../src/picture/layout/labels';
import { typeScale } from '../../../src/picture/layout/lanes';
import { type Box, type Mark, roughMeasure, type TextMark, touches } from '../../../src/picture/layout/marks';
import { type Picture, pictureOf } from '../../../src/picture/layout/picture';
import { timelineWordsOf } from '../../../src/picture/words/timelineWordsOf';
import { knownRun } from '../../content/stories/knownRun';
import { storyVersions } from '../../content/stories/storyVersions';
import { sampled } from '../../support/nightly';
import { optionsFor } from '../../support/pictureFor';

/** The timeline in windows 1024, 1280, 1440 and 1920 px wide, without the columns beside it. */
const frames = [
  { window: 1024, width: 660, height: 430 },
  { window: 1280, width: 668, height: 480 },
  { window: 1440, width: 828, height: 520 },
  { window: 1920, width: 1308, height: 700 },
] as const;

const zooms = [1, 4, 16] as const;

const isText = (mark: Mark): mark is TextMark => mark.kind === 'text';
const textsOf = ({ ground, middle, top }: Picture): readonly TextMark[] =>
  [...ground, ...middle, ...top].filter(isText);

const shown = sampled(storyVersions, 9).map((version) => ({
  name: version.name,
  trace: knownRun(version.scenario).trace,
}));

/** The visible stretch after a zoom: the middle one of its parts. */
function viewOf({ header }: Trace, zoom: number): { readonly from: number; readonly to: number } {
  const whole = header.endedAt * 1.02;
  const from = (whole * Math.floor(zoom / 2)) / zoom;
  return { from, to: from + whole / zoom };
}

/** Only the letters. */
function lettersOf(mark: TextMark): Box {
  const { x, y, width, height } = boxOf(mark, roughMeasure);
  return { x: x + 4, y: y + 1.5, width: width - 8, height: height - 3 };
}

interface Seen {
  readonly where: string;
  readonly picture: Picture;
  readonly frame: (typeof frames)[number];
  readonly texts: readonly TextMark[];
}

function* seen(language: 'en' | 'zh'): Generator<Seen> {
  for (const { name, trace } of shown)
    for (const frame of frames)
      for (const zoom of zooms) {
        const options = optionsFor(trace, { ...frame, view: viewOf(trace, zoom), scale: typeScale(trace, frame) });
        const picture = pictureOf({ ...options, words: timelineWordsOf[language] });
        yield { where: `${name} at ${frame.window}, zoom ${zoom}`, picture, frame, texts: textsOf(picture) };
      }
}

describe.each(['en', 'zh'] as const)('in %s', (language) => {
  test('no word stands on another, leaves the frame, or is shortened', () => {
    const found: string[] = [];
    for (const { where, picture, frame, texts } of seen(language)) {
      const boxes = texts.map(lettersOf);
      texts.forEach((mark, i) => {
        const box = boxes[i];
        if (box === undefined) return;
        if (mark.text.includes('…')) found.push(`${where}: ${mark.text} is shortened`);
        if (box.x < picture.axis.left - 12 * picture.scale || box.x + box.width > frame.width)
          found.push(`${where}: ${mark.text} is cut`);
        if (box.y < 0 || box.y + box.height > picture.lanes.bottom + 8 * picture.scale)
          found.push(`${where}: ${mark.text} is above or below`);
        boxes.slice(i + 1).forEach((other, j) => {
          if (touches(box, other)) found.push(`${where}: ${mark.text} on ${texts[i + j + 1]?.text}`);
        });
      });
    }
    expect(found).toEqual([]);
  });
});
