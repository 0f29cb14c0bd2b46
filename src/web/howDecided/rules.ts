/** The rule of the judge that decided each fact of a verdict, and the functions that implement it. */
import type { Verdict } from '../../core/model/trace/verdict';

export type LockRule =
  | 'overlap'
  | 'stuckKey'
  | 'stuckMark'
  | 'silent'
  | 'unavailable'
  | 'expired'
  | 'rightful'
  | 'held'
  | 'short'
  | 'late'
  | 'unproven';

export type DataRule = 'torn' | 'twice' | 'lost' | 'lostReplicas' | 'refused' | 'lucky' | 'safe' | 'late' | 'unproven';

/** A function, by its file below `src` and its name. */
export interface RuleSource {
  readonly file: string;
  readonly name: string;
}

const source = (file: string, name: string): RuleSource => ({ file, name });

/** The rules are tried in this order, and the first that applies decides. */
const lockOrder = source('core/judge/judge.ts', 'lockFactOf');
const dataOrder = source('core/judge/dataFact.ts', 'dataFactOf');
const margins = source('core/judge/lateMachine.ts', 'findNarrowMargin');

/** First the function that decides whether the rule applies, then those that it relies on. */
export const lockSources: Readonly<Record<LockRule, readonly RuleSource[]>> = {
  overlap: [source('core/judge/overlap.ts', 'overlappingPairs'), source('core/spans/holdSpans.ts', 'apply'), lockOrder],
  stuckKey: [source('core/judge/stuck.ts', 'stuckLock'), lockOrder],
  stuckMark: [source('core/judge/stuckMark.ts', 'stuckMark'), lockOrder],
  silent: [source('core/judge/silence.ts', 'silentWaits'), lockOrder],
  unavailable: [
    source('core/judge/starvation.ts', 'starvations'),
    source('core/judge/systemStall.ts', 'systemStall'),
    lockOrder,
  ],
  expired: [source('core/judge/afterEnd.ts', 'workAfterEnd'), lockOrder],
  rightful: [source('core/judge/writes.ts', 'refusesHolder'), source('core/judge/writes.ts', 'isRightful'), lockOrder],
  held: [lockOrder],
  short: [source('core/judge/tooShort.ts', 'tooShort'), lockOrder],
  late: [margins],
  unproven: [lockOrder],
};

export const dataSources: Readonly<Record<DataRule, readonly RuleSource[]>> = {
  torn: [source('core/judge/tornWrite.ts', 'tornWrites'), source('core/spans/partWrites.ts', 'PartWrites'), dataOrder],
  twice: [source('core/judge/doneTwice.ts', 'doneTwiceFacts'), dataOrder],
  lost: [
    source('core/judge/lostUpdate.ts', 'lostUpdates'),
    source('core/spans/resourceEvents.ts', 'overwritten'),
    dataOrder,
  ],
  lostReplicas: [
    source('core/judge/lostUpdate.ts', 'lostUpdates'),
    source('core/spans/replicaWrites.ts', 'ReplicaWrites'),
    dataOrder,
  ],
  refused: [source('core/judge/dataFact.ts', 'hasRefusedLateWrite'), dataOrder],
  lucky: [dataOrder, source('core/judge/dataFact.ts', 'isThreat')],
  safe: [dataOrder, source('core/judge/dataFact.ts', 'isGuarded')],
  late: [margins],
  unproven: [dataOrder],
};

type Decided = Pick<Verdict, 'lock' | 'data' | 'unknownBecause' | 'facts'>;

export function lockRuleOf({ lock, unknownBecause, facts }: Decided): LockRule {
  switch (lock) {
    case 'stuck':
      return stuckRuleOf(facts);
    case 'unavailable':
      return facts.some(isHolderRefused) ? 'rightful' : 'unavailable';
    case 'unknown':
      return unknownBecause === 'short' || unknownBecause === 'late' ? unknownBecause : 'unproven';
    default:
      return lock;
  }
}

function stuckRuleOf(facts: Verdict['facts']): LockRule {
  for (const { kind, values } of facts) {
    if (kind !== 'starved') continue;
    if (values.isMark === 1) return 'stuckMark';
    if (values.isSilent === 1) return 'silent';
  }
  return 'stuckKey';
}

const isHolderRefused = ({ kind, values }: Verdict['facts'][number]): boolean =>
  kind === 'rightful-rejected' && values.value >= 0 && values.check !== 'version';

/** @param replicas whether a write counts only when a majority of several storages has it */
export function dataRuleOf({ data, unknownBecause }: Decided, replicas: boolean): DataRule {
  if (data === 'lost') return replicas ? 'lostReplicas' : 'lost';
  if (data !== 'unknown') return data;
  return unknownBecause === 'late' ? 'late' : 'unproven';
}
