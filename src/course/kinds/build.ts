/** What `fix` and `choose` share: the learner's lock is attacked, and its cost is counted in requests. */

import { strengthOf } from '../../core/faults/strength';
import { anchorsOf } from '../../core/model/scenario/edit';
import type { Aim, Attack, ChooseExercise, FixExercise } from '../../core/model/scenario/exercise';
import { type Fault, type FaultKind, targetProcesses } from '../../core/model/scenario/fault';
import type { Problem } from '../../core/model/scenario/parse/problem';
import { applyPatch } from '../../core/model/scenario/patch';
import type { Role } from '../../core/model/scenario/processId';
import { clientIds, roleOf } from '../../core/model/scenario/processId';
import type { Run } from '../../core/model/trace/run';
import type { Goal } from '../../core/model/trace/verdict';
import type { Text } from '../../core/model/values/text';
import type { Limit } from '../../search/explore/limits';
import { changesIn, isAmong } from './changes';
import { noAttacks } from './exerciseProblems';
import { type About, addedFaults, patchOf, type Rules, textOf } from './kind';
import * as problems from './problems';

interface Written {
  readonly goals: readonly {
    readonly text: string | Text;
    readonly goal: unknown;
    readonly in?: Aim['in'] | undefined;
  }[];
  readonly pausesEverywhere?: { readonly for: number } | undefined;
  readonly seeds?: number | undefined;
  readonly solution?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * With attacks, a goal must hold under each of them unless it says otherwise. Without attacks, it must hold in the
 * run itself.
 */
export function built(written: Written, about: About, isAttacked = written.pausesEverywhere !== undefined) {
  const { pausesEverywhere, seeds, solution } = written;
  const usual = isAttacked ? 'attacks' : 'calm';
  return {
    ...about,
    aims: written.goals.map((one) => ({ text: textOf(one.text), goal: one.goal as Goal, in: one.in ?? usual })),
    ...(pausesEverywhere === undefined ? {} : { pausesEverywhere }),
    ...(seeds === undefined ? {} : { seeds }),
    solution: patchOf(solution ?? {}),
    nearMiss: {},
  };
}

/** Reports goals that must hold under attacks in an exercise without attacks. */
export function goalsWithoutAttack(
  written: Written,
  isAttacked = written.pausesEverywhere !== undefined,
): readonly Problem[] {
  if (isAttacked) return [];
  return written.goals.flatMap(({ in: where }, index) => {
    const path = `goals.${index}.in`;
    return where === 'attacks' ? [{ path, message: noAttacks(path) }] : [];
  });
}

type Built = FixExercise | ChooseExercise;

export const buildRules: Rules<Built> = {
  limits({ scenario, attacks, pausesEverywhere }) {
    const used = attacks.flatMap(({ patch }) => Object.values(addedFaults(scenario, applyPatch(scenario, patch))));
    const ofAttacks = [...new Set(used.map(({ kind }) => kind))].map((kind) => limitOf(kind, used));
    if (pausesEverywhere === undefined) return ofAttacks;
    return [...ofAttacks, { kind: 'pause', roles: new Set<Role>(['client']), strongest: pausesEverywhere.for }];
  },
  attacks: attacksOn,
  breaches({ scenario, may, changesMax = Number.POSITIVE_INFINITY }, attempt) {
    const changed = changesIn(scenario, attempt);
    return [
      ...changed.filter((path) => !isAmong(may, path)).map(problems.notToBeChanged),
      ...(changed.length > changesMax ? [problems.tooManyChanges(changed.length, changesMax)] : []),
    ];
  },
  spent: (_, { verdict }) => verdict.measures.requestsPerAcquisition,
};

function limitOf(kind: FaultKind, used: readonly Fault[]): Limit {
  const ofKind = used.filter((fault) => fault.kind === kind);
  return {
    kind,
    roles: new Set(ofKind.flatMap((fault) => targetProcesses(fault).map(roleOf))),
    strongest: Math.max(...ofKind.map((fault) => strengthOf(fault))),
  };
}

/** All attacks on an attempt: those of the exercise, and a pause before each step of each client. */
function attacksOn({ attacks, pausesEverywhere }: Built, { scenario, trace }: Run): readonly Attack[] {
  if (pausesEverywhere === undefined) return attacks;
  const clients = clientIds(scenario.settings.clients);
  const pauses = anchorsOf(trace, clients).flatMap(({ when, step }): readonly Attack[] => {
    if (step === null || when.kind !== 'step') return [];
    const { process, nth } = when;
    const pause: Fault = { kind: 'pause', process, when, for: pausesEverywhere.for };
    const title = problems.pauseTriedText({ client: process, step, nth, ms: pausesEverywhere.for });
    return [{ title, patch: { faults: { attack: pause } } }];
  });
  return [...attacks, ...pauses];
}
