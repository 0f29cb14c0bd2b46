// A message that a cut delays waits in the picture as it did in the run: a short line, dots, and the rest of its way.
import { expect, test } from 'vitest';
import { call, type Program } from '../../../src/core/model/effects/effect';
import { command } from '../../../src/core/model/effects/request';
import { fromMs } from '../../../src/core/model/values/time';
import { optionsFor, pictureFor } from '../../support/pictureFor';
import { play } from '../../support/play';

const cut = (length: number, connectionLife = 900_000) =>
  play({
    settings: { clients: 1, connectionLife, duration: 2000 },
    programs: {
      *client1(): Program {
        yield* call('nodeA', command('SET', 'k', 'v'), { timeout: fromMs(50) });
      },
    },
    faults: {
      cut: {
        kind: 'cut',
        when: { kind: 'time', at: 0 },
        from: ['client1'],
        to: ['nodeA'],
        bothWays: false,
        for: length,
      },
    },
  });

/** The dotted lines of waiting messages: how long each is, in CSS pixels. */
function waits(trace: ReturnType<typeof cut>): readonly number[] {
  return pictureFor(trace).middle.flatMap((mark) => {
    if (mark.kind !== 'lines' || mark.dash?.[0] !== 1) return [];
    const [x1 = 0, , x2 = 0] = mark.points;
    return [x2 - x1];
  });
}

/** Pixels for this many milliseconds of its axis. */
const pixels = (trace: ReturnType<typeof cut>, ms: number): number => {
  const { axis } = optionsFor(trace);
  return axis.x(ms * 1000) - axis.x(0);
};

test('the dots last until it is sent again', () => {
  const trace = cut(300);
  const [length = 0] = waits(trace);
  // Sent at 0 and again at 400 ms; the way to the server's edge is left out.
  expect(length).toBeGreaterThan(pixels(trace, 385));
  expect(length).toBeLessThanOrEqual(pixels(trace, 400));
});

test('or until its connection ends', () => {
  const trace = cut(1900, 1000);
  const [length = 0] = waits(trace);
  expect(length).toBeGreaterThan(pixels(trace, 985));
  expect(length).toBeLessThanOrEqual(pixels(trace, 1000));
});

test('one that waits to the end of the run gets a few dots', () => {
  expect(waits(cut(1900))).toEqual([16]);
});
