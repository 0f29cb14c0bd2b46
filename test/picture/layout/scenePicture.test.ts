// The pictures of the scenes of all stories: their words are legible, and none reveals what is to come.
import { describe, expect, test } from 'vitest';
import { withFault } from '../../../src/core/model/scenario/edit';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { instant } from '../../../src/core/model/values/time';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { spansOf } from '../../../src/core/spans/spans';
import { boxOf } from '../../../src/picture/layout/labels';
import { type Mark, roughMeasure, type TextMark, touches } from '../../../src/picture/layout/marks';
import { type Picture, pictureOf } from '../../../src/picture/layout/picture';
import { sceneOf } from '../../../src/picture/scene/sceneOf';
import { knownRun } from '../../content/stories/knownRun';
import { storyVersions } from '../../content/stories/storyVersions';
import { byNight, sampled } from '../../support/nightly';
import { sceneOptions } from '../../support/sceneOf';

const isText = (mark: Mark): mark is TextMark => mark.kind === 'text';
const textsOf = ({ ground, middle, top, names }: Picture): readonly TextMark[] =>
  [...ground, ...middle, ...top, ...names].filter(isText);

const sizes = [
  { width: 1280, height: 430, covering: 0, away: byNight(0, 1) },
  { width: 620, height: 430, covering: 0, away: byNight(0, 1) },
  { width: 350, height: 420, covering: byNight(4, 7), away: byNight(0, 1) },
] as const;

/** Each original story, and a sample of its variants. */
const shown = [
  ...storyVersions.filter(({ variant }) => variant === null),
  ...sampled(
    storyVersions.filter(({ variant }) => variant !== null),
    12,
  ),
];

const captions = shown.map(({ name, story, variant, scenario }) => {
  const run = knownRun(scenario);
  const variantId = variant?.id ?? null;
  const { lanes, fault, hidden, stopsAt } = sceneOf({
    run,
    story,
    variantId,
    original: null,
    speech: speechOf.en,
    language: 'en',
  });
  return {
    id: name,
    trace: run.trace,
    scene: { lanes, fault, hidden },
    restsAt: instant(Math.min(stopsAt, run.trace.header.endedAt)),
  };
});

describe.each(sizes)('at $width × $height', (size) => {
  const pictures = captions.map(({ id, trace, scene, restsAt }) => ({
    id,
    trace,
    scene,
    restsAt,
    fault: scene.fault,
    picture: pictureOf(sceneOptions(trace, { ...size, ...scene })),
  }));

  test('no two words stand on one another', () => {
    const found = pictures.flatMap(({ id, picture }) => {
      const boxes = textsOf(picture).map((mark) => ({ mark, box: coreOf(mark) }));
      return boxes.flatMap(({ mark, box }, i) =>
        boxes
          .slice(i + 1)
          .flatMap((other) => (touches(box, other.box) ? [`${id}: ${mark.text} / ${other.mark.text}`] : [])),
      );
    });
    expect(found).toEqual([]);
  });

  test('each update that is lost is drawn, whose bar may be short', () => {
    const found = pictures.flatMap(({ id, trace, picture }) => {
      const drawn = textsOf(picture).filter(({ strikethrough }) => strikethrough !== null);
      const lost = new Set(
        spansOf(trace).resource.flatMap(({ destroyed }) => destroyed.map(({ value }) => `${value}`)),
      );
      return [...lost]
        .slice(0, 3)
        .flatMap((value) => (drawn.some(({ text }) => text === value) ? [] : [`${id}: ${value}`]));
    });
    expect(found).toEqual([]);
  });

  test('the value that stays is drawn where the playhead rests', () => {
    const found = pictures.flatMap(({ id, trace, restsAt, scene }) => {
      const rest = textsOf(pictureOf(sceneOptions(trace, { ...size, ...scene, isAsking: true, restsAt })));
      const last = spansOf(trace).resource.findLast(({ kind, version }) => kind === 'wrote' && version >= 0);
      // What is written after the rest comes when the reader plays on.
      if (last !== undefined && last.at > restsAt) return [];
      const isDrawn = rest.some(({ text, strikethrough }) => text === `${last?.value}` && strikethrough === null);
      return last === undefined || isDrawn ? [] : [`${id}: ${last.value}`];
    });
    expect(found).toEqual([]);
  });

  test('a value outside its bar has a line to it', () => {
    const found = pictures.flatMap(({ id, trace, picture: { axis, top, scale } }) => {
      const lines = top.flatMap((mark) => (mark.kind === 'lines' ? [mark.points] : []));
      const writes = spansOf(trace).resource.filter(({ kind, version }) => kind === 'wrote' && version >= -1);
      const values = top.filter(isText).filter(({ size }) => Math.abs(size - 12.5 * scale) < 0.01);
      return values.flatMap((mark) => {
        const { x, width } = coreOf(mark);
        const fromText = lines.filter(([x1 = 0]) => x1 >= x - 1 && x1 <= x + width + 1);
        const leadsTo = (from: number, to: number): boolean =>
          fromText.some(([, , x2 = 0]) => x2 >= from - 1 && x2 <= to + 1);
        const isLed = writes.some(({ at, value }, i) => {
          const to = Math.max(axis.x(at) + scale, axis.x(writes[i + 1]?.at ?? axis.view.to));
          return [`${value}`, `${value}×`].includes(mark.text) && leadsTo(axis.x(at), to);
        });
        return isLed ? [] : [`${id}: ${mark.text}`];
      });
    });
    expect(found).toEqual([]);
  });

  test('names stand left of the axis, where no arrow runs and no playhead stands', () => {
    const found = pictures.flatMap(({ id, picture: { names, axis } }) =>
      names.filter((name) => coreOf(name).x + coreOf(name).width > axis.left - 2).map(({ text }) => `${id}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  /** The invitations, with the handles that they belong to. */
  const invitations = pictures.flatMap(({ id, fault: name, picture }) => {
    const handle = picture.handles.find((one) => one.name === name);
    const plate = picture.top.find(
      (mark) => mark.kind === 'box' && mark.ink === 'ink' && mark.radius === mark.height / 2,
    );
    return handle === undefined || plate?.kind !== 'box' ? [] : [{ id, picture, box: handle.box, plate }];
  });

  test('the invitation to drag covers no bar but its own', () => {
    const found = invitations.flatMap(({ id, picture, box, plate }) => {
      const bars = picture.middle.filter(
        (mark) => mark.kind === 'box' && ['holder', 'key', 'inside'].includes(mark.of ?? '') && touches(mark, plate),
      );
      return bars.length > 0 && !touches(box, plate) ? [`${id}: ${bars.length} bars`] : [];
    });
    // Where the lanes of a phone are crowded, no place beside a message is clear.
    expect(found.length, found.join()).toBeLessThanOrEqual(size.covering);
  });

  test('the invitation to drag stands at its handle', () => {
    const found = invitations.flatMap(({ id, picture, box, plate }) => {
      const gap = Math.max(box.x - plate.x - plate.width, plate.x - box.x - box.width);
      return gap > 40 * picture.scale ? [`${id}: ${gap} px away`] : [];
    });
    expect(found.length, found.join()).toBeLessThanOrEqual(size.away);
  });

  test('none is cut at an edge, and none is smaller than 16 px', () => {
    const found = pictures.flatMap(({ id, picture }) =>
      textsOf(picture).flatMap((mark) => {
        const { x, y, width, height } = coreOf(mark);
        const isIn =
          x >= 0 && x + width <= size.width && y >= 0 && y + height <= Math.max(size.height, picture.lanes.bottom + 2);
        return isIn && mark.size >= 15.99 ? [] : [`${id}: ${mark.text} at ${x}, ${y} of ${mark.size} px`];
      }),
    );
    expect(found).toEqual([]);
  });

  test('what asks to be dragged has its handle in sight', () => {
    const found = pictures.flatMap(({ id, trace, fault: name, picture }) => {
      // A fault that never happens is nowhere in the picture.
      if (name === null || spansOf(trace).faults.find((span) => span.name === name)?.from === null) return [];
      const handle = picture.handles.find((one) => one.name === name);
      const plate = handle?.ends?.[0] ?? handle?.others.at(-1);
      if (plate === undefined) return [`${id}: none`];
      const isIn =
        plate.x >= 0 && plate.x + plate.width <= size.width && plate.y + plate.height <= picture.lanes.bottom + 12;
      return isIn ? [] : [`${id}: ${JSON.stringify(plate)}`];
    });
    expect(found).toEqual([]);
  });
});

const coreOf = (mark: TextMark) => {
  const { x, y, width, height } = boxOf(mark, roughMeasure);
  return { x: x + 4, y: y + 1, width: width - 8, height: height - 2 };
};

describe('as it plays', () => {
  const size = sizes[0];

  test('at the start there are names, values, faults and nothing else', () => {
    for (const { trace, scene } of captions) {
      const picture = pictureOf(
        sceneOptions(trace, { ...size, ...scene, playedTo: instant(0), isAsking: false, fault: null }),
      );
      const right = picture.axis.left + 60 * picture.scale;
      const later = picture.middle.filter(
        (mark) => mark.kind === 'box' && mark.of !== undefined && mark.x > right && mark.alpha > 0.5,
      );
      expect(later).toEqual([]);
    }
  });

  test.each(sizes)('no playhead strikes the first value: at $width px', (size) => {
    for (const { id, trace, scene } of captions) {
      const found = [0.02, 0.06, 0.1, 0.15, 0.2].flatMap((share) => {
        const at = instant(Math.round(trace.header.endedAt * share));
        const { axis, middle, scale } = pictureOf(
          sceneOptions(trace, { ...size, ...scene, playedTo: at, isAsking: false }),
        );
        // A bar that ends this soon has no room before the playhead.
        const roomTo = axis.x(at) + 60 * scale;
        if (spansOf(trace).resource.some((event) => event.kind === 'wrote' && axis.x(event.at) < roomTo)) return [];
        const boxes = middle.filter(isText).map(coreOf);
        return boxes.filter(({ x, width }) => x < axis.x(at) && x + width > axis.x(at)).map(() => `${id} at ${share}`);
      });
      expect(found).toEqual([]);
    }
  });

  test('a rejected value is named on the smallest phone, beside the value that stays', () => {
    const found = captions.find(({ id }) => id === '21');
    if (found === undefined) throw new Error('Story 21 is not shown.');
    const { trace, scene, restsAt } = found;
    const words = textsOf(pictureOf(sceneOptions(trace, { width: 336, height: 214, ...scene, restsAt })));
    expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(['52', '43 is rejected']));
  });

  test('words make room for the playhead at its rest', () => {
    const struck = (makesRoom: boolean): number =>
      captions.reduce((sum, { trace, scene, restsAt }) => {
        const look = { ...size, ...scene, playedTo: restsAt, isAsking: false, ...(makesRoom ? { restsAt } : {}) };
        const { axis, top } = pictureOf(sceneOptions(trace, look));
        const x = axis.x(restsAt);
        const boxes = top.filter(isText).map((mark) => boxOf(mark, roughMeasure));
        return sum + boxes.filter((box) => box.x < x - 1 && box.x + box.width > x + 1).length;
      }, 0);
    // Some have no other place.
    expect(struck(true)).toBeLessThan(struck(false) / 2);
  });

  test('ahead of the playhead, only what can be dragged has words', () => {
    for (const { id, trace, scene } of captions) {
      const options = { ...size, ...scene, playedTo: instant(0), isAsking: false };
      const words = (fault: string | null) => pictureOf(sceneOptions(trace, { ...options, fault })).top.filter(isText);
      const ahead = words(null).filter(
        ({ x }) => x > size.width / 2 || spansOf(trace).faults.every(({ from }) => from !== 0),
      );
      expect(
        ahead.map(({ text }) => text),
        id,
      ).toEqual([]);
    }
  });

  test('a length that a person has set is shown, also where it has no room on its bar', () => {
    const [first] = captions.filter(({ id }) => id === '20');
    if (first === undefined) throw new Error('There is no story 20.');
    const { scenario } = first.trace.header;
    const pause = scenario.faults['pause'];
    if (pause?.kind !== 'pause') throw new Error('It has no pause.');
    const { trace } = knownRun({ ...scenario, faults: { ...scenario.faults, pause: { ...pause, for: 900 } } });
    const plates = (isChanged: boolean) =>
      textsOf(pictureOf(sceneOptions(trace, { ...sizes[2], ...first.scene, isAsking: true, isChanged })))
        .map(({ text }) => text)
        .filter((text) => text.startsWith('↔'));
    expect(plates(false)).toEqual(['↔ drag me']);
    expect(plates(true)).toEqual(['↔ 900 ms']);
  });

  test('what no sentence speaks of is not drawn: the lost requests to D and E in story 17', () => {
    const [first] = captions.filter(({ id }) => id === '20');
    if (first === undefined) throw new Error('There is no story 20.');
    expect(captions.find(({ id }) => id === '17')?.scene.hidden).toEqual(['request-d', 'request-e']);
    const lost: Fault = { kind: 'lose', message: { from: 'nodeE', to: 'client1', leg: 'reply', nth: 1 } };
    const { trace } = knownRun(withFault(first.trace.header.scenario, 'lost', lost));
    const wordsOf = (hidden: readonly string[]) =>
      textsOf(pictureOf(sceneOptions(trace, { ...size, ...first.scene, hidden }))).map(({ text }) => text);
    expect(wordsOf([])).toContain('lost');
    expect(wordsOf(['lost'])).not.toContain('lost');
    const [jump] = captions.filter(({ id }) => id === '23');
    expect(jump?.scene.lanes).toContain('nodeC');
  });

  test('no word tells of a later instant, and each that is there stays where it is', () => {
    for (const { id, trace, scene } of captions) {
      const end = trace.header.endedAt;
      const whole = pictureOf(sceneOptions(trace, { ...size, ...scene, isAsking: false })).top.filter(isText);
      for (const share of [0.25, 0.5, 0.75]) {
        const at = instant(Math.round(end * share));
        const picture = pictureOf(sceneOptions(trace, { ...size, ...scene, playedTo: at, isAsking: false }));
        const words = picture.top.filter(isText);
        expect(words.length, id).toBeLessThanOrEqual(whole.length);
        for (const { text } of words.filter(({ text }) => / is lost$/.test(text))) {
          const lost = spansOf(trace).resource.find(({ destroyed }) =>
            destroyed.some(({ value }) => text.startsWith(`${value} `)),
          );
          expect(lost?.at, `${id}: ${text}`).toBeLessThanOrEqual(at);
        }
        for (const { x, y, text } of words)
          expect(
            whole.some((mark) => mark.x === x && mark.y === y),
            `${id}: ${text}`,
          ).toBe(true);
        // Bars end at the playhead.
        const playhead = picture.axis.x(at) + 1;
        for (const mark of picture.middle)
          if (mark.kind === 'box' && mark.of === 'holder')
            expect(mark.x + mark.width, id).toBeLessThanOrEqual(playhead);
      }
    }
  });
});
