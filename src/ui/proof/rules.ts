/** The rule of the judge that decided each fact of a verdict, and the functions that hold it. */
import type { Verdict } from '../../model/verdict';

export type LockRule =
  | 'overlap'
  | 'stuckKey'
  | 'stuckMark'
  | 'silent'
  | 'unavailable'
  | 'rightful'
  | 'held'
  | 'short'
  | 'late'
  | 'unproven';

export type DataRule = 'torn' | 'twice' | 'lost' | 'lostReplicas' | 'refused' | 'lucky' | 'safe' | 'late' | 'unproven';

/** A function, by its file below `src` and its name. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

const place = (file: string, name: string): Place => ({ file, name });

/** In this order the rules are asked, and the first that applies decides. */
const lockOrder = place('judge/judge.ts', 'lockFactOf');
const dataOrder = place('judge/dataFact.ts', 'dataFactOf');
const margins = place('judge/lateMachine.ts', 'doubtOf');

/** First the function that says whether the rule applies, then those that it rests on. */
export const lockPlaces: Readonly<Record<LockRule, readonly Place[]>> = {
  overlap: [place('judge/overlap.ts', 'overlappingPairs'), place('spans/holdSpans.ts', 'apply'), lockOrder],
  stuckKey: [place('judge/stuck.ts', 'stuckLock'), lockOrder],
  stuckMark: [place('judge/stuckMark.ts', 'stuckMark'), lockOrder],
  silent: [place('judge/silence.ts', 'silentWaits'), lockOrder],
  unavailable: [
    place('judge/unavailable.ts', 'standstills'),
    place('judge/systemStandstill.ts', 'systemStandstill'),
    lockOrder,
  ],
  rightful: [place('judge/writes.ts', 'turnsHolderAway'), place('judge/writes.ts', 'isRightful'), lockOrder],
  held: [lockOrder],
  short: [place('judge/tooShort.ts', 'tooShort'), lockOrder],
  late: [margins],
  unproven: [lockOrder],
};

export const dataPlaces: Readonly<Record<DataRule, readonly Place[]>> = {
  torn: [place('judge/tornWrite.ts', 'tornWrites'), place('spans/objectParts.ts', 'ObjectParts'), dataOrder],
  twice: [place('judge/doneTwice.ts', 'doneTwiceFacts'), dataOrder],
  lost: [place('judge/lostUpdate.ts', 'lostUpdates'), place('spans/resourceEvents.ts', 'overwritten'), dataOrder],
  lostReplicas: [
    place('judge/lostUpdate.ts', 'lostUpdates'),
    place('spans/replicaWrites.ts', 'ReplicaWrites'),
    dataOrder,
  ],
  refused: [place('judge/dataFact.ts', 'hasRefusedLateWrite'), dataOrder],
  lucky: [dataOrder, place('judge/dataFact.ts', 'isThreat')],
  safe: [dataOrder, place('judge/dataFact.ts', 'isGuarded')],
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
