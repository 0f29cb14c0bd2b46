/** Attacks that tools ask for: each in a thread of its own, which ends with its call or at the end of its budget. */
import { readFile } from 'node:fs/promises';
import { type Connect, ended, inWorker } from '../../core/model/effects/calls';
import type { Text } from '../../core/model/values/text';
import {
  type Attacking,
  type AttackJob,
  type AttackReport,
  exitBadInput,
  type LeadFunctions,
} from '../attack/attackMessages';
import type { Lead } from '../attack/attackThread';
import { bundledFile } from '../attack/bundledFile';
import type { Found } from '../attack/ci/found';
import { exitReason, watchedThread } from '../attack/watchedThread';
import { programOf, threadApart } from '../threads';
import type { CodeJob } from './codeThread';
import { type Sandbox, sandboxFiles } from './kept';
import { isBelow } from './resolveInFolder';
import { CallTurns } from './turns';

export interface AskedAttack {
  /** Its reporter is `json`: the thread sends what it found as data. */
  readonly command: Attacking;
  /**
   * The text of code, for the sandbox, or the path of a file, which may import files below `folder` (absent: any).
   * Messages use the command's name for it.
   */
  readonly from: { readonly code: string } | { readonly path: string; readonly folder?: string };
  readonly settings: object;
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
}

export type Attacked =
  /** `source`: the text of the file; `notes`: what the attack says about the code before it begins. */
  | { readonly kind: 'found'; readonly findings: Found; readonly source: string; readonly notes: readonly string[] }
  /** The budget was spent before a report, and no break was found by then. */
  | { readonly kind: 'cut' }
  /** The code cannot be attacked. The text may quote the code. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** Too many attacks wait: nothing is said about the code. */
  | { readonly kind: 'busy' };

/** QuickJS has its own limits, which are lower. */
const limits = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 512 };

const programs = ['./mcp/codeThread.ts', './attack/attackThread.ts'] as const;

const runsKept = 200;

/** A host ends a call that has had no answer for about a minute. */
export const waitingMost = 8;

/** Of the budget. The rest is for the report of what was found. */
const searchShare = 0.5;
const stopShare = 0.75;

export class Attacks {
  private readonly turns: CallTurns;
  private count = 0;
  private prepared: Promise<void> | null = null;
  private sandbox: Promise<Sandbox> | null = null;
  private readonly savedRuns = new Map<string, string>();

  constructor(threadsMost: number) {
    this.turns = new CallTurns(threadsMost);
  }

  /** A run that an attack found, by its address. Older ones are forgotten. */
  run(address: string): string | undefined {
    return this.savedRuns.get(address);
  }

  get runs(): readonly string[] {
    return [...this.savedRuns.keys()];
  }

  /** One after the other, because each stops the bundler. */
  prepare(): Promise<void> {
    this.prepared ??= (async () => {
      for (const program of programs) await programOf(program);
    })();
    return this.prepared;
  }

  async attack(request: AskedAttack): Promise<Attacked> {
    if (this.turns.length >= waitingMost) return { kind: 'busy' };
    return this.turns.of(() => this.inThread(request), request.signal);
  }

  private async inThread(request: AskedAttack): Promise<Attacked> {
    // The program of a thread is bundled first, because that stops the bundler, whatever else it bundles.
    await this.prepare();
    const folder = `redlock://run/${++this.count}`;
    const command: Attacking = { ...request.command, folder, workers: 1 };
    const lead = {
      command,
      scenario: null,
      workers: 1,
      settings: request.settings,
      // No command to replay it is printed, but its runs are kept.
      called: '',
      stopsAfter: request.budgetMs * searchShare,
    } as const;
    const begin =
      'path' in request.from ? await this.ofFile(lead, request.from) : await this.ofCode(lead, request.from.code);
    if (!('job' in begin)) return { kind: 'refused', problem: begin[command.language] };
    request.signal.throwIfAborted();
    return this.watched(request, begin);
  }

  private async ofFile(
    lead: AttackJob,
    { path, folder }: Extract<AskedAttack['from'], { readonly path: string }>,
  ): Promise<Begin | Text> {
    const program = await programOf(programs[1]);
    const bundled = await bundledFile(path, lead.command.file, (one) => folder === undefined || isBelow(folder, one));
    if (!bundled.ok) return bundled.problem;
    const { bundle } = bundled;
    return {
      source: await readFile(path, 'utf8'),
      job: { ...lead, program },
      connect: watchedThread(program, bundle),
    };
  }

  private async ofCode(lead: AttackJob, code: string): Promise<Begin> {
    const program = await programOf(programs[0]);
    this.sandbox ??= sandboxFiles();
    const files = await this.sandbox;
    return {
      source: code,
      job: { ...lead, ...files, code },
      connect: threadApart(program, {}, limits),
    };
  }

  private async watched({ signal, progress, budgetMs, command }: AskedAttack, begin: Begin): Promise<Attacked> {
    // `worst` is reported if the search does not end.
    const report: { errors: string; findings: Found | null; worst: Found | null } = {
      errors: '',
      findings: null,
      worst: null,
    };
    const { calls, end } = inWorker<LeadFunctions<Lead | CodeJob>>(begin.connect);
    const onProgress = (message: AttackReport): void => {
      if (message.kind === 'worst') {
        report.worst = message.findings;
        for (const { name, text } of message.files) this.keep(name, text);
      }
      if (message.kind === 'worst' || message.kind === 'progress') progress(message.text.trim());
      else if (message.kind === 'file') this.keep(message.name, message.text);
      else if (message.kind === 'errors') report.errors += message.text;
      else if (message.kind === 'found') report.findings = message.findings;
    };
    const inFile = (result: Found) => ({
      kind: 'found' as const,
      findings: result,
      source: begin.source,
      notes: report.errors.split('\n').filter(Boolean),
    });
    const stop = setTimeout(() => void calls.stop().catch(() => {}), budgetMs * stopShare);
    const last = setTimeout(end, budgetMs);
    try {
      const code = await calls.lead(begin.job, { signal, onProgress });
      const outcome = report.findings ?? report.worst;
      if (outcome !== null) return inFile(outcome);
      // Any other end is no result.
      return code === exitBadInput ? { kind: 'refused', problem: report.errors.trim() } : { kind: 'cut' };
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) throw error;
      if (error.message === ended) return report.worst === null ? { kind: 'cut' } : inFile(report.worst);
      const problem = exitReason(error.message)[command.language];
      return report.worst === null ? { kind: 'refused', problem } : { ...inFile(report.worst), notes: [problem] };
    } finally {
      clearTimeout(stop);
      clearTimeout(last);
      end();
    }
  }

  private keep(address: string, text: string): void {
    this.savedRuns.set(address, text);
    for (const oldest of [...this.savedRuns.keys()].slice(0, -runsKept)) this.savedRuns.delete(oldest);
  }
}

interface Begin {
  /** The text of the attacked file. */
  readonly source: string;
  readonly job: Lead | CodeJob;
  readonly connect: Connect;
}
