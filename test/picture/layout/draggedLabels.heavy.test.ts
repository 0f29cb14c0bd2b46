// Labels during a drag: each keeps its place beside what it names, and none jumps over it or below.
import { expect, test } from 'vitest';
import { faultPrograms } from '../../../src/core/faults';
import { stretchedFault, withFault } from '../../../src/core/model/scenario/edit';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { boxOf } from '../../../src/picture/layout/labels';
import { typeScale } from '../../../src/picture/layout/lanes';
import { roughMeasure, type TextMark, touches } from '../../../src/picture/layout/marks';
import { type Picture, pictureOf } from '../../../src/picture/layout/picture';
import { timelineWordsOf } from '../../../src/picture/words/timelineWordsOf';
import { storyVersionOf } from '../../content/stories/storyVersions';
import { optionsFor } from '../../support/pictureFor';
import '../../support/handIn';

const stepCount = 24;
const stepMs = 10;
const frame = { width: 828, height: 520 };

interface Step {
  readonly picture: Picture;
  readonly texts: readonly TextMark[];
}

/**
 * The first fault of a story becomes longer, step by step. Each picture knows the previous one, as on the page, or
 * none.
 */
function dragged(name: string, { isSteady }: { readonly isSteady: boolean }): readonly Step[] {
  const { scenario } = storyVersionOf(name);
  const [entry] = Object.entries(scenario.faults);
  if (entry === undefined) throw new Error(`Story ${name} has no fault.`);
  const [id, fault] = entry;
  const { trace } = runScenario(scenario, parts);
  // During a drag the axis stays as it was.
  const { axis, ...options } = optionsFor(trace, {
    ...frame,
    view: { from: 0, to: trace.header.endedAt * 1.02 },
    scale: typeScale(trace, frame),
  });
  const length = 'for' in fault && typeof fault.for === 'number' ? fault.for : 1000;
  const steps: Step[] = [];
  for (let i = 0; i <= stepCount; i++) {
    const draft = withFault(scenario, id, stretchedFault(fault, length + (i - stepCount / 2) * stepMs, faultPrograms));
    const run = { ...options.run, scenario: draft, trace: runScenario(draft, parts).trace };
    const previousLabels = isSteady ? steps.at(-1)?.picture.placedLabels : undefined;
    const picture = pictureOf({ ...options, axis, run, words: timelineWordsOf.en, previousLabels });
    const texts = [...picture.middle, ...picture.top].filter((mark): mark is TextMark => mark.kind === 'text');
    steps.push({ picture, texts });
  }
  return steps;
}

/** A word that occurs once in a picture can be identified. */
const single = (texts: readonly TextMark[]): readonly TextMark[] =>
  texts.filter((mark) => texts.filter(({ text, ink }) => text === mark.text && ink === mark.ink).length === 1);

/** Words that are higher or lower than a step before. */
function jumps(steps: readonly Step[]): readonly string[] {
  return steps.slice(1).flatMap(({ texts }, i) => {
    const before = single(steps[i]?.texts ?? []);
    return single(texts).flatMap((mark) => {
      const same = before.find(({ text, ink }) => text === mark.text && ink === mark.ink);
      const isMoved = same !== undefined && Math.abs(same.y - mark.y) > 1;
      return isMoved ? [`${i}: ${mark.text} from ${same.y} to ${mark.y}`] : [];
    });
  });
}

const stories = ['20', '21', '27', '30', '31', '35', '39b', '68', '76'] as const;

test.each(stories)('no label of story %s goes over or under what it names while its fault becomes longer', (name) => {
  expect(jumps(dragged(name, { isSteady: true }))).toEqual([]);
});

test('pictures that do not know one another have labels that jump', () => {
  const found = stories.map((name) => dragged(name, { isSteady: false }));
  expect(found.flatMap(jumps).length).toBeGreaterThan(0);
});

test.each(stories)('none of story %s stands on another at any step', (name) => {
  for (const { texts } of dragged(name, { isSteady: true })) {
    const boxes = texts
      .map((mark) => boxOf(mark, roughMeasure))
      .map(({ x, y, width, height }) => ({ x: x + 4, y: y + 1.5, width: width - 8, height: height - 3 }));
    const on = boxes.flatMap((box, i) => boxes.slice(i + 1).filter((other) => touches(box, other)));
    expect(on).toEqual([]);
  }
});
