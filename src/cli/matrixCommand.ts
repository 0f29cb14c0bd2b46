/**
 * `matrix` computes tables of what breaks what, and writes the finished ones. It only connects the parts, and knows
 * nothing of the process around it. Exit codes: 0 computed in full, 2 bad input, 3 stopped before the end.
 */
import { injectableKinds } from '../core/faults';
import type { InWorker } from '../core/model/effects/calls';
import { sameJson } from '../core/model/scenario/patch';
import type { Language } from '../core/model/values/text';
import { visible } from '../core/model/values/visible';
import { type CheckId, rows as everyRow, type Leases, type Row } from '../search/matrix/rows';
import { type Cell, type CellsOfRow, lackedKinds, parseTable, type Table, tableText } from '../search/matrix/table';
import type { GeneratedFile } from './generatedFiles';
import { parseCommand, type TableName } from './matrixArguments';
import * as words from './matrixWords';

const exitBadInput = 2;
export const exitStopped = 3;

/** What a worker computes. */
export interface RowJob {
  readonly row: Row;
  readonly check: CheckId;
  readonly leases: Leases;
}

/** The functions of a worker. */
export type RowFunctions = { readonly cells: (job: RowJob) => CellsOfRow };

export interface CommandContext {
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
  readonly signal: AbortSignal;
  readonly spawn: () => InWorker<RowFunctions>;
  /** How many workers this machine has work for. */
  readonly workers: number;
  /** A clock, in ms, used only for the progress. */
  readonly now: () => number;
  /** For example `2026-11-22`. */
  readonly today: string;
  /** A fingerprint of the code. */
  readonly engine: string;
  /** The text of a file, whose name is relative to the project's folder. Null: it does not exist yet. */
  readonly read: (file: string) => string | null;
  readonly write: (file: string, text: string) => void;
  /** The files that are made after the tables, from tables and runs. */
  readonly heads: () => Promise<readonly GeneratedFile[]>;
}

/** @returns the exit code. */
export async function matrix(typed: readonly string[], context: CommandContext): Promise<number> {
  const parsed = parseCommand(typed);
  if (!parsed.ok) {
    say(context.errors, parsed.problem[parsed.language]);
    return exitBadInput;
  }
  const { command } = parsed;
  if (command.kind === 'help') {
    say(context.out, words.usage[command.language]);
    return 0;
  }
  const { tables, rows, workers, language } = command;
  const lacking = rows.length < everyRow.length ? lackedIn(tables, context) : [];
  if (lacking.length > 0) {
    say(context.errors, words.lacksKinds(lacking)[language]);
    return exitBadInput;
  }
  const work = new Work(tables, rows, { ...context, workers: workers ?? context.workers }, language);
  const isWhole = await work.done();
  if (isWhole) await work.writeHeads();
  else say(context.errors, words.stopped[language]);
  say(context.out, words.lastLine(work.computed, work.changes));
  return isWhole ? 0 : exitStopped;
}

/** The tables in progress, row by row. */
class Work {
  computed = 0;
  changes = 0;
  private runs = 0;
  private rowsDone = 0;
  private readonly from: number;
  private reportedAt: number;
  private readonly jobs: RowJob[];
  private readonly all: number;
  /** Keyed by the file of a table. */
  private readonly cellsByTable = new Map<string, Map<string, CellsOfRow>>();

  constructor(
    tables: readonly TableName[],
    private readonly rows: readonly Row[],
    private readonly context: CommandContext,
    private readonly language: Language,
  ) {
    this.jobs = tables.flatMap((table) => rows.map((row) => ({ ...table, row })));
    this.all = this.jobs.length;
    this.from = context.now();
    this.reportedAt = this.from;
  }

  /**
   * Returns false if it was stopped. A worker that crashes ends the work with an error, because the same row would also
   * crash the next worker.
   */
  done(): Promise<boolean> {
    const { signal, workers, spawn: hire } = this.context;
    if (signal.aborted || this.all === 0) return Promise.resolve(!signal.aborted);
    const hired = Array.from({ length: Math.min(workers, this.all) }, hire);
    return new Promise<boolean>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(false), { once: true });
      Promise.all(hired.map((worker) => this.doJobs(worker))).then(() => resolve(true), reject);
    }).finally(() => {
      for (const { end } of hired) end();
    });
  }

  private async doJobs({ calls }: InWorker<RowFunctions>): Promise<void> {
    for (let job = this.jobs.shift(); job !== undefined; job = this.jobs.shift()) {
      const { row } = job;
      const cells = await calls.cells(job).catch(({ message }) => {
        throw new Error(`${row.id}: ${message}`);
      });
      if (this.context.signal.aborted) return;
      this.take(job, cells);
    }
  }

  private take(job: RowJob, cells: CellsOfRow): void {
    const file = fileOf(job);
    const ofTable = this.cellsByTable.get(file) ?? new Map<string, CellsOfRow>();
    this.cellsByTable.set(file, ofTable.set(job.row.id, cells));
    this.rowsDone++;
    for (const kind of injectableKinds) this.runs += runsIn(cells[kind]);
    if (ofTable.size === this.rows.length) this.write(file, job, ofTable);
    const now = this.context.now();
    if (now - this.reportedAt < progressEvery && this.rowsDone < this.all) return;
    this.reportedAt = now;
    const rate = Math.round((this.runs * 1000) / Math.max(1, now - this.from));
    say(this.context.errors, words.progress(this.rowsDone, this.all, this.runs, rate)[this.language]);
  }

  private write(file: string, { check, leases }: TableName, ofTable: ReadonlyMap<string, CellsOfRow>): void {
    const { context } = this;
    const text = context.read(file);
    const before: Table | null = text === null ? null : parseTable(JSON.parse(text));
    const cells: Record<string, CellsOfRow> = {};
    for (const { id } of everyRow) {
      const ofRow = ofTable.get(id) ?? before?.cells[id];
      if (ofRow !== undefined) cells[id] = ofRow;
    }
    for (const [row, ofRow] of ofTable) this.compare(row, ofRow, before?.cells[row]);
    const { engine, today: computed } = context;
    context.write(file, tableText({ engine, check, leases, computed, cells }));
    this.reportWritten(file);
  }

  async writeHeads(): Promise<void> {
    const { heads, read, write } = this.context;
    for (const { file, text } of await heads()) {
      const content = await text();
      if (content === read(file)) continue;
      write(file, content);
      this.reportWritten(file);
    }
  }

  private reportWritten(file: string): void {
    const { errors, now } = this.context;
    say(errors, words.written(file, Math.round(now() - this.from))[this.language]);
  }

  private compare(row: string, now: CellsOfRow, before: CellsOfRow | undefined): void {
    for (const kind of injectableKinds) {
      this.computed++;
      if (sameJson(before?.[kind], now[kind])) continue;
      this.changes++;
      if (before === undefined) continue;
      const text = words.changed(row, kind, inShort(before[kind]), inShort(now[kind]));
      say(this.context.errors, text[this.language]);
    }
  }
}

/**
 * The kinds without a column in some table. The rows that stay unchanged would claim that such a fault hits nothing.
 */
function lackedIn(tables: readonly TableName[], { read }: CommandContext): readonly string[] {
  const texts = tables.flatMap((table) => read(fileOf(table)) ?? []);
  return [...new Set(texts.flatMap((text) => lackedKinds(JSON.parse(text))))];
}

/** How often progress is reported, in ms. */
const progressEvery = 2000;

const fileOf = ({ check, leases }: TableName): string => `src/search/matrix/data/${check}.${leases}.json`;

const runsIn = (cell: Cell): number => (cell.kind === 'tried' ? cell.runs : 0);

const inShort = (cell: Cell): string =>
  cell.kind === 'blank' ? cell.reason : `${cell.outcome} ${cell.length ?? ''} (${cell.runs})`;

function say(write: (text: string) => void, text: string): void {
  write(`${visible(text)}\n`);
}
