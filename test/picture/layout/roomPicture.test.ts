// The scenes of all stories at the size of a room: their words are legible from the last row, and all their lanes are
// on the wall.
import { describe, expect, test } from 'vitest';
import { speechOf } from '../../../src/core/narrate/speechOf';
import type { Mark, TextMark } from '../../../src/picture/layout/marks';
import { type Picture, pictureOf } from '../../../src/picture/layout/picture';
import { sceneScale } from '../../../src/picture/layout/sceneLanes';
import { sceneOf } from '../../../src/picture/scene/sceneOf';
import { knownRun } from '../../content/stories/knownRun';
import { storyVersions } from '../../content/stories/storyVersions';
import { sampled } from '../../support/nightly';
import { lookOf, sceneOptions } from '../../support/sceneOf';

const isText = (mark: Mark): mark is TextMark => mark.kind === 'text';
const textsOf = ({ ground, middle, top, names }: Picture): readonly TextMark[] =>
  [...ground, ...middle, ...top, ...names].filter(isText);

/** The space of the picture in windows of 1920 × 1080 and 1280 × 720, and how many clients fit. */
const rooms = [
  { width: 1760, height: 752, room: 4 },
  { width: 1173, height: 480, room: 3 },
] as const;

/** The smallest type in a room, in px. */
const least = 22;

const shown = [
  ...storyVersions.filter(({ variant }) => variant === null),
  ...sampled(
    storyVersions.filter(({ variant }) => variant !== null),
    12,
  ),
];

describe.each(rooms)('in a picture of $width × $height', ({ width, height, room }) => {
  test.each(shown)('$name is read, and whole', ({ story, variant, scenario }) => {
    const run = knownRun(scenario);
    const about = { run, story, variantId: variant?.id ?? null, original: null, speech: speechOf.en } as const;
    const { lanes, fault } = sceneOf({ ...about, language: 'en', room });
    const look = { lanes, fault, size: 'room' } as const;
    const options = sceneOptions(run.trace, { width, height, ...look });
    const picture = pictureOf(options);
    const small = textsOf(picture).filter(({ size }) => size < least);
    expect(small.map(({ text, size }) => `${text} ${size}`)).toEqual([]);
    expect(picture.lanes.bottom).toBeLessThanOrEqual(height);
    // A page has smaller type.
    expect(sceneScale({ ...lookOf(run.trace), ...look })(run.trace, { width, height })).toBe(picture.scale);
  });
});
