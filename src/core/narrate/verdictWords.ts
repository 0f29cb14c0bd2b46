/**
 * The words of a language for a verdict: a sentence for each rule, fact and outcome. Each receives the values of its
 * own kind.
 */

import type { ProcessId } from '../model/scenario/processId';
import type { CauseValues, Flag, Rule } from '../model/trace/cause';
import type { FactKind, FactValues } from '../model/trace/fact';
import type { DataFact, LockFact } from '../model/trace/outcome';
import type { Severity } from '../model/trace/severity';
import type { Micros } from '../model/values/time';

/** One process, several, or no process, in words. */
export type Naming = (who: ProcessId | readonly ProcessId[] | null) => string;

export type CauseSentences = {
  readonly [R in Rule]: (values: CauseValues[R], name: Naming) => string;
};

/** Causes that keep a client from the lock. */
type BlockingRule =
  | 'markSet'
  | 'shutOut'
  | 'keySet'
  | 'keyStays'
  | 'keyOfSession'
  | 'keysBeside'
  | 'behindItself'
  | 'keyRenewed'
  | 'triedToRelease'
  | 'wantsIn'
  | 'waitsForEver'
  | 'nodesAway'
  | 'keyInTheWay'
  | 'split';

/** Causes without harm: a protection, a wait, a late machine. */
type FaultlessRule =
  | 'unanswered'
  | 'refusedTries'
  | 'refusedRightful'
  | 'stayedIn'
  | 'waited'
  | 'healed'
  | 'expiredAfterCrash'
  | 'openedAfterCrash'
  | 'released'
  | 'wakeLost'
  | 'keySpared'
  | 'leftInTime'
  | 'noValidity'
  | 'overtaken'
  | 'roundFailed'
  | 'stoppedWork'
  | 'enoughNodes'
  | 'keyKept'
  | 'stayedAway'
  | 'tokenFell'
  | 'lateMachine'
  | 'simulatedOtherwise';

export type BlockingSentences = Pick<CauseSentences, BlockingRule>;

export type FaultlessSentences = Pick<CauseSentences, FaultlessRule>;

/** Causes of harm. */
export type HarmSentences = Omit<CauseSentences, BlockingRule | FaultlessRule>;

/** The processes of a fact. There are several if facts that differ only in the node were joined into one. */
export interface FactProcesses {
  readonly first: readonly ProcessId[];
  readonly second: readonly ProcessId[];
  readonly nodes: readonly ProcessId[];
}

/** Two holders at once, and for how long. */
export interface OverlapTime {
  readonly first: Parameters<Naming>[0];
  readonly second: Parameters<Naming>[0];
  readonly micros: Micros;
  readonly unlocked?: Flag;
}

export type FactSentences = {
  readonly [K in FactKind]: (values: FactValues[K] & FactProcesses, name: Naming) => string;
};

interface Pair {
  readonly first: ProcessId | null;
  readonly second: ProcessId | null;
}

/** The phrase for the lock of a run: its fact, or a special case. `beside`: of two at work, not both had the lock. */
export type LockPhrase = LockFact | 'unlocked' | 'rightful' | 'beside';

/**
 * The phrase for the data of a run. A rejected write is late, based on an old version (`outdated`), or from a reader.
 */
export type DataPhrase = DataFact | 'outdated' | 'reader';

type Named = Severity | 'two' | 'rightful' | 'unlocked' | 'beside' | 'failed';

/** The last five add the fate of the data to the lock's heading. */
export type Headlines = Readonly<Record<Named, string>> &
  Readonly<Record<'refused' | 'outdated' | 'reader' | 'lucky' | 'safe', (headline: string) => string>>;

export interface PairWords {
  readonly lock: (text: string) => string;
  readonly data: (text: string) => string;
  readonly locks: Readonly<Record<LockPhrase, (micros: Micros) => string>>;
  readonly datas: Readonly<Record<DataPhrase, string>>;
}

/** The values for the sentence about an outcome; if the lock is unknown, they depend on the reason. */
export interface OutcomeValues {
  readonly lost: Pair;
  readonly torn: Pair;
  readonly twice: Pair;
  /** `micros` is `notOver` while both hold the lock and the run goes on. */
  readonly overlap: OverlapTime & { readonly data: DataFact };
  /** `owners`: the others whose keys or mark stay. */
  readonly stuck: {
    readonly first: ProcessId | null;
    readonly owners: readonly ProcessId[];
    readonly isMark: Flag;
    readonly isSilent: Flag;
  };
  readonly unavailable: {
    readonly first: ProcessId | null;
    readonly micros: Micros;
    readonly inTurn: Flag;
    readonly hadLock: Flag;
    readonly gaveUp: Flag;
  };
  readonly expired: {
    readonly first: ProcessId | null;
    readonly micros: Micros;
    readonly isRead: Flag;
    readonly data: DataFact;
  };
  readonly rightful: { readonly first: ProcessId | null };
  readonly held: {
    readonly acquired: number;
    readonly shared: Flag;
    readonly unlocked: Flag;
    readonly data: DataFact;
  };
  readonly short: { readonly first: ProcessId | null; readonly micros: Micros };
  readonly bound: null;
  readonly stopped: null;
  readonly failed: null;
  readonly going: null;
  readonly late: { readonly seen: Severity; readonly late: Micros; readonly micros: Micros };
  readonly uncertainty: Pair & { readonly micros: Micros };
}

/** `after` is the text that follows the sentence about the lock. */
export type OutcomeSentences = {
  readonly [E in keyof OutcomeValues]: (values: OutcomeValues[E], name: Naming) => string;
} & { readonly after: Readonly<Record<'refused' | 'outdated' | 'reader' | 'lucky' | 'unknown', string>> };
