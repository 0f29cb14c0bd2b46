/** What the page and the host of a search say to each other. Runs and traces stay at the host: a page has a frame's time for a message. */

import type { Lengths } from '../../core/faults/places';
import type { FaultKind } from '../../core/model/fault';
import type { Scenario } from '../../core/model/scenario';
import type { Both } from '../../core/model/text';
import type { Verdict } from '../../core/model/verdict';
import type { Miniature } from '../../picture/layout/miniature';
import type { Goal } from '../../search/explore/goals';
import type { Harm } from '../../search/explore/harm';
import type { PlaceFate, StripOfPlaces } from '../../search/explore/placeFates';
import type { BreakReport } from '../../search/explore/searchReport';

/** What is asked of a scenario. */
export interface Question {
  readonly kinds: readonly FaultKind[];
  /** How many faults one run may have: 1, 2 or 3. */
  readonly faultsMax: number;
  readonly harm: Harm;
  /** How many seeds, from the scenario's own on. */
  readonly seeds: number;
}

export interface SearchOrder {
  readonly scenario: Scenario;
  readonly question: Question;
  readonly workers: number;
}

export interface Surveyed {
  /** The first scenario without its faults, as long as the search needs it. */
  readonly calm: Scenario;
  readonly lengths: Lengths;
  readonly strips: readonly StripOfPlaces[];
  /** How many faults the map shows. */
  readonly places: number;
  /** Kinds that find nothing to hit. */
  readonly idle: readonly FaultKind[];
}

export interface Progress {
  /** smaller: the breaks are made as small as they can be. map: the answer is known, and waits for the map for some seconds. */
  readonly phase: 'searching' | 'smaller' | 'map';
  readonly runs: number;
  /** Runs done and to come, as far as that is known. */
  readonly all: number;
  /** Runs a second. */
  readonly rate: number;
  /** Ms. Null: not known yet. */
  readonly left: number | null;
}

export interface FoundBreak extends Pick<Verdict, 'lock' | 'data'> {
  /** The part of an address behind `#`, by which it is known. */
  readonly link: string;
  readonly scenario: Scenario;
  readonly faults: number;
  /** How many breaks came down to it. */
  readonly count: number;
  readonly told: Both<BreakReport>;
  readonly picture: Miniature;
}

export interface HeldRun {
  readonly scenario: Scenario;
  readonly reached: readonly Goal[];
  readonly count: number;
}

export interface Answer {
  /** Nothing was left out. */
  readonly isWhole: boolean;
  readonly runs: number;
  readonly breaks: number;
  /** So many faults at once were searched in full. */
  readonly levels: number;
  /** More faults at once are too many runs for a page. */
  readonly isTooLarge: boolean;
  readonly seeds: readonly number[];
  readonly places: readonly number[];
  /** How many different runs held. */
  readonly held: number;
  readonly unreached: readonly Goal[];
  readonly interesting: readonly HeldRun[];
}

/** What it tells on its way to the answer. */
export type SearchUpdate =
  | { readonly kind: 'surveyed'; readonly surveyed: Surveyed }
  | { readonly kind: 'places'; readonly places: readonly PlaceFate[] }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'breaks'; readonly breaks: readonly FoundBreak[] };
