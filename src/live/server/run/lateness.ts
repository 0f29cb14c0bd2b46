/**
 * When a live run was late. A stretch is a time in which one of its processes was due and did nothing; this process,
 * which carries every message, is one of them. A stretch counts if something happened at its end: that event came late
 * by at most the length of the stretch. A late event makes its consequences late too. The delay along any chain of
 * causes is therefore at most the time in which some process was late: the union of the stretches.
 */

import type { ProcessId } from '../../../core/model/scenario/processId';
import type { LateSpan } from '../../../core/model/trace/trace';
import { nth } from '../../../core/model/values/nth';
import type { LiveEvent } from '../liveEvent';
import { nanosPerMicro, nanosPerMs } from '../nanos';

/** The process that was late. `carrier` is this process, which stamps what happens to messages, servers and faults. */
type Late = ProcessId | 'carrier';

interface Stretch {
  readonly who: Late;
  readonly fromNanos: number;
  readonly toNanos: number;
  /** Whether something certainly waited for it. */
  readonly isCertain: boolean;
}

/** How soon after its stretch a process does what it could not do before. */
const rightAfterNanos = 3 * nanosPerMs;
const spansMax = 1000;
const newsEveryNanos = 500 * nanosPerMs;

export class Lateness {
  private readonly stretches: Stretch[] = [];
  /** Stamps of each process; under `carrier`, the stamps of all processes. */
  private readonly acts = new Map<Late, number[]>();
  /** When a fault had stopped a process. During that time it was not late. */
  private readonly stops = new Map<ProcessId, { readonly fromNanos: number; toNanos: number }[]>();

  see({ process, kind, stampNanos }: LiveEvent): void {
    for (const who of [process, 'carrier'] as const) {
      const stamps = this.acts.get(who);
      if (stamps) stamps.push(stampNanos);
      else this.acts.set(who, [stampNanos]);
    }
    if (kind === 'paused' || kind === 'crashed') this.stopped(process, stampNanos);
    if (kind === 'resumed' || kind === 'started') this.wentOn(process, stampNanos);
  }

  /** @param isCertain something waited for it. If not, the stretch counts only if the process acted right after it. */
  add(who: Late, fromNanos: number, toNanos: number, { isCertain = false } = {}): void {
    this.stretches.push({ who, fromNanos, toNanos, isCertain });
  }

  /** Separate stretches in order, in microseconds of the run. Cost: n log n. */
  spans(epochNanos: number, endNanos: number): readonly LateSpan[] {
    if (this.stretches.length === 0) return [];
    for (const stamps of this.acts.values()) stamps.sort((a, b) => a - b);
    const intervals = this.stretches
      .filter((stretch) => stretch.isCertain || this.actedAfter(stretch))
      .flatMap((stretch) => this.withoutStops(stretch))
      .map(([from, to]) => [Math.max(from, epochNanos), Math.min(to, endNanos)] as const)
      .filter(([from, to]) => to > from)
      .map(([from, to]) => [micros(from - epochNanos), micros(to - epochNanos)] as const)
      .sort(([a], [b]) => a - b);
    let merged = union(intervals, 0);
    // Too many to send, so neighbors are merged. This can make the run look later than it was, never less late.
    for (let gap = 1000; merged.length > spansMax; gap *= 2) merged = union(merged, gap);
    return merged;
  }

  private stopped(process: ProcessId, stampNanos: number): void {
    const processStops = this.stops.get(process) ?? [];
    this.stops.set(process, processStops);
    if (processStops.at(-1)?.toNanos !== Number.POSITIVE_INFINITY)
      processStops.push({ fromNanos: stampNanos, toNanos: Number.POSITIVE_INFINITY });
  }

  private wentOn(process: ProcessId, stampNanos: number): void {
    const last = this.stops.get(process)?.at(-1);
    if (last !== undefined) last.toNanos = Math.min(last.toNanos, stampNanos);
  }

  private actedAfter({ who, fromNanos, toNanos }: Stretch): boolean {
    const stamps = this.acts.get(who) ?? [];
    const next = stamps[firstFrom(stamps, fromNanos)];
    return next !== undefined && next <= toNanos + rightAfterNanos;
  }

  private withoutStops({ who, fromNanos, toNanos }: Stretch): readonly (readonly [number, number])[] {
    let left: readonly (readonly [number, number])[] = [[fromNanos, toNanos]];
    for (const stop of who === 'carrier' ? [] : (this.stops.get(who) ?? []))
      left = left
        .flatMap(([from, to]) => [
          [from, Math.min(to, stop.fromNanos)] as const,
          [Math.max(from, stop.toNanos), to] as const,
        ])
        .filter(([from, to]) => to > from);
    return left;
  }
}

/** Publishes the late spans now and then, if they have changed, because a page may miss the end of its run. */
export class LatenessPublisher {
  private nextNanos = 0;
  private published: readonly LateSpan[] = [];

  constructor(private readonly lateness: Lateness) {}

  /** Returns null when nothing is new. */
  take(epochNanos: number, nowNanos: number): readonly LateSpan[] | null {
    if (nowNanos < this.nextNanos) return null;
    this.nextNanos = nowNanos + newsEveryNanos;
    const spans = this.lateness.spans(epochNanos, nowNanos);
    if (lengthOf(spans) === lengthOf(this.published)) return null;
    this.published = spans;
    return spans;
  }
}

const lengthOf = (spans: readonly LateSpan[]): number => spans.reduce((all, [from, to]) => all + to - from, 0);

const micros = (nanos: number): number => Math.round(nanos / nanosPerMicro);

/** Returns the index of the first number that is not smaller. */
function firstFrom(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nth(sorted, middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function union(sorted: readonly LateSpan[], gap: number): readonly LateSpan[] {
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + gap) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
