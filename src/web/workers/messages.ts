/**
 * The messages between the page and the host of a search. Runs and traces stay at the host: a page has a frame's time
 * for a message.
 */

import type { Lengths } from '../../core/faults/injectionPoints';
import type { FaultKind } from '../../core/model/scenario/fault';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { ProcessNames } from '../../core/model/scenario/story';
import type { Harm } from '../../core/model/trace/severity';
import type { Verdict } from '../../core/model/trace/verdict';
import type { Both, Text } from '../../core/model/values/text';
import type { Miniature } from '../../picture/layout/miniature';
import type { InjectionFate, InjectionStrip } from '../../search/explore/injectionFates';
import type { Milestone } from '../../search/explore/milestones';
import type { BreakReport } from '../../search/explore/searchReport';

export interface Question {
  readonly kinds: readonly FaultKind[];
  /** The most faults in one run: 1, 2 or 3. */
  readonly faultsMax: number;
  readonly harm: Harm;
  /** How many seeds, starting with the scenario's own. */
  readonly seeds: number;
}

export interface SearchOrder {
  readonly scenario: Scenario;
  readonly question: Question;
  readonly workers: number;
  /** Of the scenario's story. */
  readonly names: ProcessNames | undefined;
}

export interface Surveyed {
  /** The first scenario without its faults, as long as the search needs it. */
  readonly faultless: Scenario;
  readonly lengths: Lengths;
  readonly strips: readonly InjectionStrip[];
  /** The number of faults that the map shows. */
  readonly places: number;
  /** The kinds of fault that have nothing to hit. */
  readonly idle: readonly FaultKind[];
}

export interface Progress {
  /** smaller: the breaks are being shrunk. map: the answer is known, and waits a few seconds for the map. */
  readonly phase: 'searching' | 'smaller' | 'map';
  readonly runs: number;
  /** Runs done and to come, as far as they are known. */
  readonly all: number;
  /** Runs per second. */
  readonly rate: number;
  /** In ms. Null: not known yet. */
  readonly left: number | null;
}

export interface FoundBreak extends Pick<Verdict, 'outcome'> {
  /** The part of an address behind `#`; it identifies the break. */
  readonly link: string;
  readonly scenario: Scenario;
  readonly faults: number;
  /** How many breaks shrank to this one. */
  readonly count: number;
  readonly report: Both<BreakReport>;
  readonly picture: Miniature;
}

export interface HeldRun {
  readonly scenario: Scenario;
  readonly reached: readonly Milestone[];
  readonly count: number;
}

export interface Answer {
  /** Whether nothing was left out. */
  readonly isWhole: boolean;
  readonly runs: number;
  readonly breaks: number;
  /** How many faults at once were searched in full. */
  readonly levels: number;
  /** Whether more faults at once would be too many runs for a page. */
  readonly isTooLarge: boolean;
  readonly seeds: readonly number[];
  readonly places: readonly number[];
  /** How many different runs held. */
  readonly held: number;
  /** What would settle a search without a break. Null: it is settled. */
  readonly unsettled: Text | null;
  readonly unreached: readonly Milestone[];
  readonly interesting: readonly HeldRun[];
}

/** What the host reports before its answer. */
export type SearchUpdate =
  | { readonly kind: 'surveyed'; readonly surveyed: Surveyed }
  | { readonly kind: 'places'; readonly fates: readonly InjectionFate[] }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'breaks'; readonly breaks: readonly FoundBreak[] };
