/** The calls of the thread of an attack. */
import type { MessagePort } from 'node:worker_threads';
import type { Call } from '../../core/model/effects/calls';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Bundle } from '../../sandbox/attack/evaluate';
import type { AttackCommand } from './attackArguments';
import type { Found } from './ci/found';

export type Attacking = AttackCommand & { readonly kind: 'attack' };

/** The question of an attack. */
export interface AttackJob {
  readonly command: Attacking;
  /** Null: the usual scenario. */
  readonly scenario: Scenario | null;
  readonly workers: number;
  /** Settings that are overridden by those that the file exports. */
  readonly settings: object;
  /** The words that call this command. Null: nobody calls it, and no run is written to a file. */
  readonly called: string | null;
  /** The search stops after this many ms, and says so. */
  readonly stopsAfter?: number;
  /** When the command began, in ms since 1970: from then on its budget counts. Absent: now. */
  readonly begunAt?: number;
}

/** What a thread with the code of a lock receives at its start. */
export interface ThreadData {
  readonly bundle: Bundle;
  /** Shared memory in which the thread is watched. */
  readonly memory: Int32Array;
  /** The port of the thread's messages. The attacked code must not reach it. */
  readonly port: MessagePort;
}

/** The functions of a thread that leads an attack. */
export interface LeadFunctions<Job extends AttackJob = AttackJob> {
  /** Resolves with the exit code. */
  lead(job: Job, call: Call<AttackReport>): Promise<number>;
  /** The attack ends soon with what it has found. */
  stop(): void;
}

export interface RunFile {
  readonly name: string;
  readonly text: string;
}

/** What the thread that leads the attack reports. */
export type AttackReport =
  | { readonly kind: 'out' | 'errors' | 'progress'; readonly text: string }
  /**
   * The worst break so far, which is reported if the search does not end. `files`: its run, which is not written yet.
   */
  | { readonly kind: 'worst'; readonly text: string; readonly findings: Found; readonly files: readonly RunFile[] }
  /** Asks to play this run on real servers. */
  | { readonly kind: 'live'; readonly scenario: Scenario }
  /** From now on the thread itself stops when the budget is spent, because it makes one run at a time. */
  | { readonly kind: 'searched' }
  /** What was found, if a reporter asks for it. The exit code follows from it. */
  | { readonly kind: 'found'; readonly findings: Found }
  | ({ readonly kind: 'file' } & RunFile);

export const exitBreak = 1;
export const exitBadInput = 2;
export const exitStopped = 3;
/** No break, and no run that could have shown one. */
export const exitUnsettled = 4;
