// Rule: keys appear and disappear in turn at each server, by the wall clock of that server alone; lock-delays go by
// its monotonic clock.

import { withSession } from '../../../src/core/model/trace/trace';
import type { EventOf, TraceEvent } from '../../../src/core/model/trace/traceReader';
import { fromMs } from '../../../src/core/model/values/time';
import { spansOf } from '../../../src/core/spans/spans';
import type { MakeRule, Note } from './rule';

/** Redis reads whole milliseconds. Rates in the trace are whole millionths, and clocks round down at every change. */
const toleranceMicros = 1500;
const expiresInMax = 2 ** 31 - 1;

/** A clock according to the trace. 0 is the wall epoch, or the beginning of the run. */
class TracedClock {
  private since = 0;
  private shown: number;
  private ppm: number;

  constructor(own: { readonly offset?: number; readonly ppm?: number } | undefined) {
    this.shown = fromMs(own?.offset ?? 0);
    this.ppm = own?.ppm ?? 0;
  }

  at(instant: number): number {
    return this.shown + (instant - this.since) * (1 + this.ppm / 1e6);
  }

  set(instant: number, by: number, ppm: number): void {
    this.shown = this.at(instant) + by;
    this.since = instant;
    this.ppm = ppm;
  }
}

interface Standing {
  /** The clock by which it is due. */
  readonly clock: TracedClock;
  readonly dueAt: number;
  readonly ofSession: boolean;
}

export const keysComeAndGo: MakeRule = (trace, note) => {
  const { header, strings } = trace;
  const walls = header.processes.map(({ id }) => new TracedClock(header.scenario.settings.own?.[id]?.clock));
  const monos = header.processes.map(
    ({ id }) => new TracedClock({ ppm: header.scenario.settings.own?.[id]?.clock?.ppm ?? 0 }),
  );
  const closed = new Set(spansOf(trace).entries.flatMap(({ seq, isClosed }) => (isClosed ? [seq] : [])));
  const alive = header.processes.map(() => true);
  const replaced = new Set<number>();
  const standing = new Map<string, Standing>();
  /** The current faults that stop a wall clock. The trace has its jump back at their end. */
  const stops = new Map<number, number>();
  const faults = Object.values(header.scenario.faults);
  const place = (event: EventOf<'entrySet'> | EventOf<'entryGone'>): string =>
    `${event.process} ${strings[event.entry]}`;
  const clockFor = (process: number, isClosed: boolean): TracedClock =>
    (isClosed ? monos : walls)[process] as TracedClock;
  return {
    take: (event) => {
      if (event.kind === 'crashed' && event.power !== 2) alive[event.process] = false;
      if (event.kind === 'started') alive[event.process] = true;
      if (event.kind === 'faultEnded') stops.delete(event.fault);
      if (event.kind === 'faultStruck' && 'wallClock' in (faults[event.fault] ?? {}))
        stops.set(event.fault, event.process);
      if (event.kind === 'clockSet') {
        walls[event.process]?.set(event.at, event.by, event.ppm);
        monos[event.process]?.set(event.at, 0, event.ppm);
      }
      if (event.kind === 'promoted') replaced.add(event.peer);
      if (event.kind === 'entrySet') {
        if (event.peer < 0) note(event, 'nobody has set it');
        const lasts = event.expiresIn;
        if (lasts < 0 && lasts !== -1 && lasts !== withSession) note(event, `it expires in ${lasts}`);
        const clock = clockFor(event.process, closed.has(event.seq));
        const dueAt = lasts < 0 || lasts === expiresInMax ? Number.POSITIVE_INFINITY : clock.at(event.at) + lasts;
        standing.set(place(event), { clock, dueAt, ofSession: lasts === withSession });
      }
      if (event.kind === 'entryGone') go(event);
    },
    end: () => {
      if (header.ended === 'bound') return;
      for (const [at, { clock, dueAt }] of standing) {
        const process = Number(at.split(' ')[0]);
        const late = clock.at(header.endedAt) - dueAt;
        // A row of a table stays after its expiry until a client takes it over.
        const stays = header.processes[process]?.role === 'service';
        const stands = [...stops.values()].includes(process);
        if (alive[process] && !stays && !stands && late > toleranceMicros)
          note(null, `${header.processes[process]?.id} has a key that is past by ${late} µs`);
      }
    },
  };

  function go(event: EventOf<'entryGone'>): void {
    const stood = standing.get(place(event));
    if (stood === undefined) return note(event, 'it did not stand there');
    standing.delete(place(event));
    if (event.cause !== 1) return;
    const isEarly = stood.clock.at(event.at) < stood.dueAt - toleranceMicros;
    // A replica expires keys only when its master does, and so does a master that was replaced.
    const isReplica = header.processes[event.process]?.role === 'replica' || replaced.has(event.process);
    if (isEarly && !stood.ofSession && !isReplica) note(event, 'it expires before its time');
    if (event.peer !== -1) note(event, 'nobody makes a key expire');
  }
};

/** Columns hold 32 bits. A number that did not fit is recognised by its sign or its size. */
export const numbersFit: MakeRule = (trace, note) => {
  const processes = trace.header.processes.length;
  const check = (event: TraceEvent, note: Note): void => {
    if ('peer' in event && (event.peer < -1 || event.peer >= processes))
      note(event, `there is no process ${event.peer}`);
    for (const name of ['text', 'entry', 'value'] as const) {
      if (event.kind !== 'entrySet' && event.kind !== 'sent' && event.kind !== 'step') continue;
      const index = (event as unknown as Record<string, number | undefined>)[name];
      if (index !== undefined && trace.strings[index] === undefined) note(event, `there is no text ${index}`);
    }
    if (event.kind === 'clockSet' && event.ppm <= -1_000_000) note(event, 'its clock runs back');
    if ((event.kind === 'acquired' || event.kind === 'extended') && event.validFor < withSession)
      note(event, `it is valid for ${event.validFor}`);
  };
  return { take: (event) => check(event, note) };
};

/** On the slowest clock, the millisecond that Redis reads lasts ten true ones. */
const foreseenToleranceMicros = 10 * toleranceMicros;

/** A picture shows the end of a key in advance. If the key has expired, the predicted end was right. */
export const expiryIsForeseen: MakeRule = (trace, note) => ({
  take: () => undefined,
  end: () => {
    for (const { process, entry, cause, expiresAt, to } of spansOf(trace).entries) {
      if (cause !== 'expired' || expiresAt === null || to === null || to - expiresAt < foreseenToleranceMicros)
        continue;
      const wasDown = spansOf(trace).outages.some(
        (outage) => outage.process === process && outage.from <= expiresAt && outage.to === to,
      );
      if (!wasDown) note(null, `${trace.strings[entry]} was to expire at ${expiresAt}, and did at ${to}`);
    }
  },
});
