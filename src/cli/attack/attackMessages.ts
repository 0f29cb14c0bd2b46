/** The messages to and from the thread of an attack. */
import type { MessagePort } from 'node:worker_threads';
import type { Scenario } from '../../core/model/scenario';
import type { Bundle } from '../../sandbox/attack/evaluate';
import type { Space } from '../../search/explore/space';
import type { AttackCommand } from './attackArguments';
import type { Found } from './ci/found';

export type Attacking = AttackCommand & { readonly kind: 'attack' };

/** What the thread receives at the start of an attack. */
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

export type ThreadJob = {
  readonly bundle: Bundle;
  /** Shared memory in which the thread is watched. */
  readonly memory: Int32Array;
  /** The port of the thread's messages. The attacked code must not reach it. */
  readonly port: MessagePort;
} & (
  | (AttackJob & {
      readonly kind: 'lead';
      /** The program of this thread, for the threads that it hires. */
      readonly program: string;
    })
  | { readonly kind: 'worker'; readonly space: Space }
  /** Only reports what the file is. */
  | { readonly kind: 'look'; readonly called: string }
);

export interface RunFile {
  readonly name: string;
  readonly text: string;
}

/** Messages from the thread that leads the attack. */
export type AttackReport =
  | { readonly kind: 'out' | 'errors' | 'progress'; readonly text: string }
  /** The worst break so far: it is what stays if the search has no end. `files`: its run, which is not written yet. */
  | { readonly kind: 'worst'; readonly text: string; readonly found: Found; readonly files: readonly RunFile[] }
  /** Asks to play this run on real servers. */
  | { readonly kind: 'live'; readonly scenario: Scenario }
  /** From here on the thread itself sees when the budget is spent: it makes one run at a time. */
  | { readonly kind: 'searched' }
  /** What was found, if a reporter asks for it. The exit code follows from it. */
  | { readonly kind: 'found'; readonly found: Found }
  | ({ readonly kind: 'file' } & RunFile)
  | { readonly kind: 'end'; readonly code: number };

export const exitBreak = 1;
export const exitBadInput = 2;
export const exitStopped = 3;
/** No break, and no run that could have shown one. */
export const exitUnsettled = 4;
