/**
 * Merges the reports of all processes of a live run into the columns of one trace, in the order of their stamps, not of
 * their arrival. A late report still gets its place within a horizon. Rows that have left the horizon are final. Knows
 * processes only by name.
 */

import type { ProcessId } from '../../../core/model/scenario/processId';
import {
  columnMax,
  kindNumber,
  type Trace,
  type TraceHeader,
  type TraceKind,
  threadAlone,
  traceKinds,
} from '../../../core/model/trace/trace';
import { TraceWriter } from '../../../core/model/trace/traceWriter';
import { nth } from '../../../core/model/values/nth';
import { instant } from '../../../core/model/values/time';
import type { LiveEvent, MessageName } from '../liveEvent';
import { microsBetween, nanosPerMs } from '../nanos';

/** How long a row waits for others with earlier stamps. */
export const horizonNanos = 50 * nanosPerMs;

/** New rows and the texts that came with them, in the form of `NewRows`. */
export interface RowBatch {
  readonly strings: readonly string[];
  readonly rows: readonly (readonly number[])[];
}

type ColumnValues = [number, number, number, number, number, number];
type EventColumns = Readonly<Record<string, string | number | undefined>>;

export class EventLog {
  private readonly writer = new TraceWriter();
  private readonly indexOf: ReadonlyMap<string, number>;
  private pendingEvents: LiveEvent[] = [];
  private readonly callNumbers = new Map<MessageName, number>();
  /** Maps a process' own number of a hold to the number in the trace. Each life of a client starts its count again. */
  private readonly holdNumbers = new Map<string, number>();
  private holdCount = 0;
  /** Each life of a client numbers its tasks anew. `base` is added to its numbers; `next` is the next free number. */
  private readonly taskNumbers = new Map<ProcessId, { readonly base: number; readonly next: number }>();
  private textIndices = new Map<string, number>();
  private strings: string[] = [];
  private rows: (readonly number[])[] = [];
  private untilNanos = Number.POSITIVE_INFINITY;
  /** The number of events that came after their place was final. They were put at the end of the trace so far. */
  lateCount = 0;

  /** The run begins at this stamp. Earlier events are not part of it. */
  private epochNanos = Number.POSITIVE_INFINITY;

  constructor(processes: readonly ProcessId[]) {
    this.indexOf = new Map(processes.map((id, index) => [id, index]));
  }

  /** This stamp is time 0. Earlier events are not part of the run. */
  begin(epochNanos: number): void {
    this.epochNanos = epochNanos;
  }

  /** The number of final rows. */
  get count(): number {
    return this.writer.count;
  }

  /** The number of rows, final or not. */
  get rowCount(): number {
    return this.writer.count + this.pendingEvents.length;
  }

  add(event: LiveEvent): void {
    if (event.stampNanos >= this.epochNanos && event.stampNanos <= this.untilNanos) this.pendingEvents.push(event);
  }

  /** Later events are not part of the run: they come from the end of its processes. */
  closeAt(stampNanos: number): void {
    this.untilNanos = stampNanos;
    this.pendingEvents = this.pendingEvents.filter((event) => event.stampNanos <= stampNanos);
  }

  /** The true time of the run at a stamp. */
  timeAt(stampNanos: number): number {
    return microsBetween(this.epochNanos, stampNanos);
  }

  /**
   * Makes rows with earlier stamps final, in the order of their stamps. Rows with equal stamps keep the order of their
   * arrival.
   */
  settle(beforeNanos: number): void {
    // The sort is stable. A process reports in order, and some clocks have coarse ticks.
    this.pendingEvents.sort((a, b) => a.stampNanos - b.stampNanos);
    let count = 0;
    while (count < this.pendingEvents.length && nth(this.pendingEvents, count).stampNanos < beforeNanos) count++;
    for (const event of this.pendingEvents.splice(0, count)) this.write(event);
  }

  /** The rows that have become final since the last call. */
  take(): RowBatch {
    const batch = { strings: this.strings, rows: this.rows };
    this.strings = [];
    this.rows = [];
    return batch;
  }

  /** Makes all rows final. */
  settleAll(): void {
    this.settle(Number.POSITIVE_INFINITY);
  }

  /** The time of the last row. */
  get lastAt(): number {
    return this.writer.lastAt;
  }

  finish(header: TraceHeader): Trace {
    this.settleAll();
    return this.writer.finish({ ...header, endedAt: instant(Math.max(header.endedAt, this.writer.lastAt)) });
  }

  private write(event: LiveEvent): void {
    const at = this.timeAt(event.stampNanos);
    if (at < this.writer.lastAt) this.lateCount++;
    const process = this.processIndex(event.process);
    // When only a thread ends, the others in its process keep their numbers.
    if (event.kind === 'crashed' && event.columns.power !== threadAlone) this.nextIncarnation(event.process);
    const columns = this.columnsOf(event);
    const time = Math.max(at, this.writer.lastAt);
    const kind = kindNumber[event.kind];
    this.writer.write(time, kind, process, ...columns);
    this.rows.push([time, kind, process, ...columns]);
  }

  private columnsOf(event: LiveEvent): ColumnValues {
    const values: EventColumns = event.columns;
    const names: readonly string[] = traceKinds[event.kind];
    const [a = -1, b = -1, c = -1, d = -1, e = -1, f = -1] = names.map((name) =>
      this.column(event, name, values[name]),
    );
    return [a, b, c, d, e, f];
  }

  private column({ kind, process }: LiveEvent, name: string, value: string | number | undefined): number {
    if (value === undefined) return -1;
    if (name === 'hold') return this.hold(kind, process, Number(value));
    if (name === 'task') return this.task(process, Number(value));
    if (typeof value === 'number') return Math.max(-columnMax, Math.min(columnMax, Math.round(value)));
    if (name === 'peer') return this.processIndex(value);
    if (name === 'message') return this.message(value);
    return this.text(value);
  }

  private processIndex(id: string): number {
    const index = this.indexOf.get(id);
    if (index === undefined) throw new Error(`An event names ${id}, which is not a process of this run.`);
    return index;
  }

  /** Twice the call's number, plus one for a reply. */
  private message(name: MessageName): number {
    const isReply = name.endsWith('!');
    const request = isReply ? name.slice(0, -1) : name;
    let call = this.callNumbers.get(request);
    if (call === undefined) {
      call = this.callNumbers.size;
      this.callNumbers.set(request, call);
    }
    return 2 * call + (isReply ? 1 : 0);
  }

  private hold(kind: TraceKind, process: ProcessId, number: number): number {
    const name = `${process}/${number}`;
    const holdNumber = this.holdNumbers.get(name);
    if (holdNumber !== undefined && kind !== 'acquiring') return holdNumber;
    const newNumber = this.holdCount++;
    this.holdNumbers.set(name, newNumber);
    return newNumber;
  }

  private task(process: ProcessId, number: number): number {
    const { base, next } = this.taskNumbers.get(process) ?? { base: 0, next: 0 };
    this.taskNumbers.set(process, { base, next: Math.max(next, base + number + 1) });
    return base + number;
  }

  private nextIncarnation(process: ProcessId): void {
    const { next } = this.taskNumbers.get(process) ?? { next: 0 };
    this.taskNumbers.set(process, { base: next, next });
  }

  private text(text: string): number {
    const existingIndex = this.textIndices.get(text);
    if (existingIndex !== undefined) return existingIndex;
    const index = this.writer.text(text);
    this.textIndices.set(text, index);
    this.strings.push(text);
    return index;
  }
}
