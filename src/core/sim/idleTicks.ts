/**
 * Finds the places of one client that belong to idle ticks: timers of its user code that only wait again. A pause or
 * crash before such a tick has the same effect as before the next effect that does more, so a search leaves them out.
 * A tick that reads a clock or logs may keep its reading, and after a pause it comes before the messages that have
 * waited. Of such ticks between two other effects, the first and the last stay.
 */
import type { Effect } from '../model/effects/effect';
import type { RunningTask } from './task';

interface Tick<Place> {
  readonly place: Place;
  /** The places before it waits again. */
  readonly waits: Place[];
  logs: boolean;
}

export class IdleTicks<Place extends { readonly readings: number }> {
  readonly places = new Set<Place>();
  private readonly waiting = new WeakSet<RunningTask>();
  private readonly due = new Map<RunningTask, Place>();
  /** The tick that runs now. Null: there is none, or it has done more. */
  private tick: Tick<Place> | null = null;
  /** The first and the last tick that read a clock or logged, since the last other effect. */
  private reading: readonly Place[] = [];

  before(place: Place, effect: Effect, task: RunningTask): void {
    const isTick = this.waiting.delete(task) && effect.kind === 'foreign';
    const waits = effect.kind === 'sleep' || effect.kind === 'step';
    if (waits) this.waiting.add(task);
    if (isTick) this.due.set(task, place);
    else if (waits && this.tick !== null) {
      this.tick.waits.push(place);
      this.tick.logs ||= effect.kind === 'step';
    } else this.doesMore();
  }

  entered(task: RunningTask): void {
    const place = this.due.get(task);
    this.due.delete(task);
    this.tick = place === undefined ? null : { place, waits: [], logs: false };
  }

  /** @param readings how often the client has read a clock */
  rested(readings: number): void {
    const { tick, places, reading } = this;
    this.tick = null;
    if (tick === null) return;
    for (const place of tick.waits) places.add(place);
    if (!tick.logs && readings === tick.place.readings) return void places.add(tick.place);
    const [first = tick.place, last] = reading;
    if (last !== undefined) places.add(last);
    this.reading = reading.length === 0 ? [first] : [first, tick.place];
  }

  doesMore(): void {
    this.tick = null;
    this.reading = [];
  }
}
