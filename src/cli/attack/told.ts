/** What the thread of an attack is told, and what it tells. */
import type { MessagePort } from 'node:worker_threads';
import type { Scenario } from '../../core/model/scenario';
import type { Bundle } from '../../sandbox/attack/evaluate';
import type { Space } from '../../search/explore/space';
import type { AttackOrder } from './attackArguments';

export type Attacking = AttackOrder & { readonly kind: 'attack' };

/** What an attack is told at its beginning. */
export interface LeadTold {
  readonly order: Attacking;
  /** Null: the usual one. */
  readonly scenario: Scenario | null;
  readonly workers: number;
  /** What comes before the settings that the file exports. */
  readonly settings: object;
  /** The words by which a person calls this command. Null: nobody does, and no run is written into a file. */
  readonly called: string | null;
}

export type ThreadTold = {
  readonly bundle: Bundle;
  /** Where it is watched. */
  readonly memory: Int32Array;
  /** By which the thread speaks. The code must not reach it. */
  readonly port: MessagePort;
} & (
  | (LeadTold & {
      readonly kind: 'lead';
      /** The program of this thread, for those that it hires. */
      readonly program: string;
    })
  | { readonly kind: 'worker'; readonly space: Space }
  /** It only says what the file is. */
  | { readonly kind: 'look'; readonly called: string }
);

/** Of the thread that leads. */
export type LeadTells =
  | { readonly kind: 'out' | 'errors' | 'progress'; readonly text: string }
  /** This run is to be played on real servers. */
  | { readonly kind: 'live'; readonly scenario: Scenario }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'end'; readonly code: number };

export const exitBreak = 1;
export const exitBadInput = 2;
export const exitStopped = 3;
