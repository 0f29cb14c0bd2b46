// Which stretches count as lateness, among those in which a process was due and did nothing.
import { describe, expect, test } from 'vitest';
import type { ProcessId } from '../../../../src/core/model/scenario/processId';
import type { TraceKind } from '../../../../src/core/model/trace/trace';
import type { LiveEvent } from '../../../../src/live/server/liveEvent';
import { Lateness, LatenessPublisher } from '../../../../src/live/server/run/lateness';

const ms = 1_000_000;
const epoch = 50_000 * ms;

/** Times are in ms of the run. */
class Recording {
  readonly lateness = new Lateness();

  act(at: number, process: ProcessId, kind: TraceKind = 'step'): this {
    this.lateness.see({ process, kind, stampNanos: epoch + at * ms, columns: {} } as unknown as LiveEvent);
    return this;
  }

  late(who: ProcessId | 'carrier', from: number, to: number, isCertain = false): this {
    this.lateness.add(who, epoch + from * ms, epoch + to * ms, { isCertain });
    return this;
  }

  get spans(): readonly (readonly number[])[] {
    return this.lateness.spans(epoch, epoch + 1000 * ms).map((span) => span.map((micros) => micros / 1000));
  }
}

describe('a stretch counts', () => {
  test('when its process did something right after it, and not when nothing waited for it', () => {
    expect(new Recording().late('client1', 100, 130).act(131, 'client1').spans).toEqual([[100, 130]]);
    expect(new Recording().late('client1', 100, 130).act(140, 'client1').spans).toEqual([]);
    expect(new Recording().late('client1', 100, 130).act(90, 'client1').act(131, 'client2').spans).toEqual([]);
  });

  test('for the message carrier when anything happened right after it', () => {
    expect(new Recording().late('carrier', 100, 130).act(131, 'nodeA').spans).toEqual([[100, 130]]);
  });

  test('for a server in any case, because its client waited', () => {
    expect(new Recording().late('nodeA', 100, 130, true).spans).toEqual([[100, 130]]);
  });

  test('without the time in which a fault had stopped its process', () => {
    const recording = new Recording().act(110, 'client1', 'paused').act(150, 'client1', 'resumed').act(171, 'client1');
    expect(recording.late('client1', 100, 170).spans).toEqual([
      [100, 110],
      [150, 170],
    ]);
    const down = new Recording().act(110, 'nodeA', 'crashed').act(400, 'nodeA', 'started');
    expect(down.late('nodeA', 120, 380, true).spans).toEqual([]);
    expect(new Recording().act(110, 'client1', 'paused').late('client1', 100, 500, true).spans).toEqual([[100, 110]]);
  });

  test('as far as it is part of the run', () => {
    expect(new Recording().late('nodeA', -50, 10, true).late('nodeB', 990, 2000, true).spans).toEqual([
      [0, 10],
      [990, 1000],
    ]);
  });
});

test('stretches of several processes at the same time count once', () => {
  const recording = new Recording()
    .late('nodeA', 100, 130, true)
    .late('nodeB', 120, 150, true)
    .late('nodeC', 105, 110, true);
  expect(recording.spans).toEqual([[100, 150]]);
});

test('too many stretches are merged, and never lose time', () => {
  const recording = new Recording();
  for (let i = 0; i < 5000; i++) recording.late('nodeA', i / 5, i / 5 + 0.1, true);
  expect(recording.spans.length).toBeLessThanOrEqual(1000);
  const sum = recording.spans.reduce((all, [from = 0, to = 0]) => all + to - from, 0);
  expect(sum).toBeGreaterThanOrEqual(500);
});

test('the stretches so far are reported when they have changed, and not all the time', () => {
  const recording = new Recording();
  const news = new LatenessPublisher(recording.lateness);
  const at = (time: number) =>
    news.take(epoch, epoch + time * ms)?.map((span) => span.map((micros) => micros / 1000)) ?? null;
  expect(at(10)).toBeNull();
  recording.late('client1', 20, 50).act(51, 'client1');
  expect(at(60)).toBeNull();
  expect(at(600)).toEqual([[20, 50]]);
  expect(at(1200)).toBeNull();
  recording.late('client1', 1300, 1400).act(1401, 'client1');
  expect(at(1800)).toEqual([
    [20, 50],
    [1300, 1400],
  ]);
});
