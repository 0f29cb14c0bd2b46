/** What an attack found, as data for a CI: it crosses from the thread of the code to the side that reports it. */
import type { FaultKind } from '../../../core/model/scenario/fault';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { type Harm, harms } from '../../../core/model/trace/severity';
import type { Ms } from '../../../core/model/values/time';

/** What a client was doing. `between`: it has released, or was refused. */
export type Step = 'before' | 'acquire' | 'inside' | 'release' | 'between';

/** `fails`: the lock does not work even without a fault, and does none of the other harms. */
export type HarmFound = Harm | 'fails';

export const harmsFound: readonly HarmFound[] = [...harms, 'fails'];

/** Where a fault hit. Lines count from 1; 0: not known. */
export interface FaultAt {
  readonly kind: FaultKind;
  readonly process: ProcessId;
  readonly step: Step;
  readonly line: number;
}

/**
 * The smallest length of each fault that suffices, in ms or ppm, over its places. 0: it has no length, or is forever.
 */
export interface Needed {
  readonly from: readonly number[];
  /** Of the lock, in ms. */
  readonly lease: Ms;
}

export function leastNeeded(all: readonly (Needed | null)[]): Needed | null {
  const sum = ({ from }: Needed): number => from.reduce((one, other) => one + other, 0);
  const [least = null] = all.flatMap((one) => one ?? []).sort((one, other) => sum(one) - sum(other));
  return least;
}

/** A break as small as possible. Texts are in the language of the command. */
export interface FoundBreak {
  readonly harm: HarmFound;
  readonly headline: string;
  readonly faults: readonly FaultAt[];
  /** Null: none of its faults has a length, or that was not measured. */
  readonly needs: Needed | null;
  /** Each fault with its time, and how strong it must be. */
  readonly details: readonly string[];
  /** Why it broke: each event with its time. */
  readonly seen: readonly string[];
  /** Since when it was too late and what would have been enough. Only the first break of a whole search has them. */
  readonly answers: readonly string[];
  /** The line of the file that did the harm, or where its code was when the first fault hit. 0: not known. */
  readonly line: number;
  /** How many places lead to it. */
  readonly places: number;
  /** The file of the run. Null: none was written. */
  readonly run: string | null;
}

export interface Found {
  readonly isWhole: boolean;
  readonly runs: number;
  readonly space: string;
  readonly notSearched: readonly string[];
  /** None of the kinds of faults has anything to act on. */
  readonly isIdle: boolean;
  /** Why a search without a break proves nothing, and what would settle it. Null: it proves something. */
  readonly unsettled: string | null;
  readonly breaks: readonly FoundBreak[];
}

/** A break in words, a line each. */
export const inLines = ({ details, seen, answers }: FoundBreak): readonly string[] => [...details, ...seen, ...answers];

/** Of code that had to be ended in the middle of a run. */
export const nothingFound = (notSearched: string): Found => ({
  isWhole: false,
  runs: 0,
  space: '',
  notSearched: [notSearched],
  isIdle: false,
  unsettled: null,
  breaks: [],
});
