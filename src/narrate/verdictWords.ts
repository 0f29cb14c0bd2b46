/**
 * The words of a language for a verdict: a sentence for each rule, fact and outcome. Each receives the values of its
 * own kind.
 */
import type { CauseValues, Flag, Rule } from '../model/cause';
import type { FactKind, FactValues } from '../model/fact';
import type { ProcessId } from '../model/scenario';
import type { Micros } from '../model/time';
import type { Outcome, Verdict } from '../model/verdict';

/** One process, several, or nobody in words. */
export type Naming = (who: ProcessId | readonly ProcessId[] | null) => string;

export type CauseSentences = {
  readonly [R in Rule]: (values: CauseValues[R], name: Naming) => string;
};

/** The processes of a fact. There are several when facts that differ only in the node became one. */
export interface Those {
  readonly first: readonly ProcessId[];
  readonly second: readonly ProcessId[];
  readonly nodes: readonly ProcessId[];
}

export type FactSentences = {
  readonly [K in FactKind]: (values: FactValues[K] & Those, name: Naming) => string;
};

interface Pair {
  readonly first: ProcessId | null;
  readonly second: ProcessId | null;
}

/** The values for the sentence of an outcome; for an unknown outcome they depend on the reason. */
export interface OutcomeValues {
  readonly 'lost-update': Pair;
  readonly overlap: Pair & { readonly micros: Micros };
  readonly stuck: { readonly first: ProcessId | null; readonly isMark: Flag; readonly isSilent: Flag };
  readonly unavailable: { readonly first: ProcessId | null; readonly micros: Micros };
  readonly held: { readonly acquired: number; readonly shared: Flag; readonly unlocked: Flag };
  readonly short: { readonly first: ProcessId | null; readonly micros: Micros };
  readonly bound: null;
  readonly stopped: null;
  readonly failed: null;
  readonly late: { readonly seen: Outcome; readonly late: Micros; readonly micros: Micros };
  readonly uncertainty: Pair & { readonly micros: Micros };
}

type Ending = Exclude<Outcome, 'unknown'> | NonNullable<Verdict['unknownBecause']>;

export type OutcomeSentences = {
  readonly [E in Ending]: (values: OutcomeValues[E], name: Naming) => string;
};
