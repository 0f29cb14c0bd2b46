/**
 * The twelve attacks as scenarios: runs of a lock with one fault each. A survey of the faultless run gives the places of
 * the fault, and the lease gives its strength, as in any search. This file does not know locks, and does not judge runs.
 *
 * If one of several nodes loses its keys, the others outvote it. Therefore a fault at one node is tried again in a run in which
 * the holder has exactly a quorum, because its links to the other nodes are cut. There are fewer places than in a
 * search, because a run of a reader's code may take a hundredth of a second.
 */

import { injectionRules } from '../../core/faults';
import {
  beforeEffects,
  crashPlacements,
  immediateRestart,
  type Lengths,
  type Placement,
  type Survey,
} from '../../core/faults/injectionPoints';
import { type AttackId, attackIds } from '../../core/model/links/attackId';
import type { Fault, OnLink, When } from '../../core/model/scenario/fault';
import { isClient, type ProcessId, roleOf } from '../../core/model/scenario/processId';
import type { Scenario, Settings } from '../../core/model/scenario/scenario';
import { kindNumber, type Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import { lengthMax, type Ms } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { withFaults } from '../../search/explore/branch';
import { spaceOf } from '../../search/explore/space';
import { surveyOf } from '../../search/explore/surveyOf';
import { equalNodes, isFirstOfEquals } from '../../search/explore/symmetry';
import { attemptAt, type ClientAttempt, clientAttemptsOf } from './clientAttempts';

export interface Attack {
  readonly id: AttackId;
  /** Each scenario is computed when the iterator reaches it. Empty: the attack has no target. */
  readonly scenarios: Iterable<Scenario>;
}

/** @param scenario the attacks ignore its own faults */
export function attacksOn(scenario: Scenario, parts: Parts): readonly Attack[] {
  const attackRuns = new AttackRuns(scenario, parts);
  return attackIds.map((id) => ({
    id,
    scenarios: { [Symbol.iterator]: () => attackRuns.scenariosOf(attackKinds[id]) },
  }));
}

/** A run without the attack's fault: where the fault can be placed, and the attempts of its clients. */
interface SurveyedRun {
  readonly survey: Survey;
  readonly attempts: readonly ClientAttempt[];
}

interface AttackKind {
  /** How the attack changes the settings of its run. Absent: not at all. */
  readonly settings?: (settings: Settings, lengths: Lengths) => Partial<Settings>;
  readonly placements: (run: SurveyedRun) => readonly Placement[];
  /** The attack is repeated where the holder has exactly a quorum. */
  readonly targetsNode?: true;
}

/** The surveys of the faultless run and of its changed settings. Each run is surveyed once. */
class AttackRuns {
  private readonly surveys = new Map<string, SurveyResult>();
  private space: { readonly scenario: Scenario; readonly lengths: Lengths } | null = null;

  constructor(
    private readonly scenario: Scenario,
    private readonly parts: Parts,
  ) {}

  *scenariosOf(kind: AttackKind): Generator<Scenario, void, void> {
    this.space ??= spaceOf(this.scenario, this.parts);
    const { scenario: faultless, lengths } = this.space;
    const scenario = {
      ...faultless,
      settings: { ...faultless.settings, ...kind.settings?.(faultless.settings, lengths) },
    };
    yield* this.injectFaults(scenario, [], kind);
    const isolatingCut = kind.targetsNode ? cutToBareQuorum(this.surveyRun(faultless).trace) : null;
    if (isolatingCut !== null) yield* this.injectFaults(scenario, [isolatingCut], kind);
  }

  private *injectFaults(
    scenario: Scenario,
    baseFaults: readonly Fault[],
    { placements }: AttackKind,
  ): Generator<Scenario, void, void> {
    const { trace, survey } = this.surveyRun(withFaults(scenario, baseFaults));
    const equalGroups = this.equalNodeGroups(withFaults(scenario, baseFaults));
    for (const placement of placements({ survey, attempts: clientAttemptsOf(trace) }))
      if (isFirstOfEquals(placement, equalGroups)) yield withFaults(scenario, [...baseFaults, placement.fault]);
  }

  /** All replicas have the same delay, so nodes that are equal without their replicas are equal with them. */
  private equalNodeGroups(scenario: Scenario): readonly (readonly ProcessId[])[] {
    const { settings } = scenario;
    const alone = { ...scenario, settings: { ...settings, nodes: { ...settings.nodes, replicas: 0 } } };
    return equalNodes(this.surveyRun(alone).trace);
  }

  private surveyRun(scenario: Scenario): SurveyResult {
    const name = JSON.stringify([scenario.settings, scenario.faults]);
    const cachedResult = this.surveys.get(name);
    if (cachedResult !== undefined) return cachedResult;
    const { lengths } = this.space ?? spaceOf(scenario, this.parts);
    const result = surveyOf(scenario, this.parts, lengths);
    this.surveys.set(name, result);
    return result;
  }
}

type SurveyResult = ReturnType<typeof surveyOf>;

/** Cuts the first holder off from all nodes but a quorum. Null: there is no holder, or there are no other nodes. */
function cutToBareQuorum({ header: { processes, quorum }, kind, process, count }: Trace): Fault | null {
  const first = kind.subarray(0, count).indexOf(kindNumber.acquired);
  const otherNodes = processes.filter(({ role }) => role === 'node').slice(quorum);
  if (first < 0 || otherNodes.length === 0) return null;
  const from = [nth(processes, nth(process, first)).id];
  return {
    kind: 'cut',
    from,
    to: otherNodes.map(({ id }) => id),
    bothWays: true,
    when: { kind: 'time', at: 0 },
    for: 'ever',
  };
}

const isNode = ({ process }: Placement): boolean => roleOf(process) === 'node';
const isServer = ({ process }: Placement): boolean => ['node', 'service', 'member'].includes(roleOf(process));

const attackKinds: Readonly<Record<AttackId, AttackKind>> = {
  'pause-each-step': {
    placements: (run) => [
      ...beforeEffects(attemptEffects(run), (process, when) => pause(process, when, longPauseOf(run))),
      ...beforeEffects(effectsWhileHolding(run), (process, when) => pause(process, when, leasePauseOf(run))),
    ],
  },
  sleep: {
    placements: (run) => beforeEffects(attemptEffects(run), (process, when) => sleep(process, when, longPauseOf(run))),
  },
  'lost-replies': {
    placements: ({ survey }) =>
      injectionRules.lose
        .placements(survey)
        .filter(({ fault }) => fault.kind === 'lose' && fault.message.leg === 'reply'),
  },
  'late-requests': {
    settings: withLongStorageTimeout,
    placements: (run) =>
      injectionRules.delay
        .placements(run.survey)
        .filter(
          ({ fault }) => fault.kind === 'delay' && fault.message.leg === 'request' && fault.by <= longPauseOf(run),
        ),
  },
  'client-clock': {
    placements: ({ survey }) =>
      injectionRules['clock-jump'].placements(survey).filter(({ process }) => isClient(process)),
  },
  'node-clock': {
    targetsNode: true,
    placements: ({ survey }) => injectionRules['clock-jump'].placements(survey).filter(isServer),
  },
  'crash-with-keys': {
    targetsNode: true,
    settings: ({ nodes }) => ({ nodes: { ...nodes, persistence: 'always' } }),
    placements: (run) => serverCrashes(run).filter(isServer),
  },
  'crash-without-keys': {
    targetsNode: true,
    settings: ({ nodes }) => ({ nodes: { ...nodes, persistence: 'none' } }),
    placements: (run) => serverCrashes(run).filter(isNode),
  },
  failover: {
    targetsNode: true,
    settings: ({ nodes }) => ({ nodes: { ...nodes, replicas: Math.max(1, nodes.replicas) } }),
    placements: failoverPlacements,
  },
  cut: {
    settings: withLongStorageTimeout,
    placements: (run) =>
      injectionRules.cut
        .placements(run.survey)
        .filter(
          ({ fault }) =>
            fault.kind === 'cut' && fault.bothWays && fault.for === longPauseOf(run) && !hasOtherLinks(fault, run),
        ),
  },
  'slow-network': {
    settings: withLongStorageTimeout,
    placements: (run) =>
      injectionRules.slow
        .placements(run.survey)
        .filter(
          ({ fault, process }) =>
            fault.kind === 'slow' &&
            fault.bothWays &&
            isClient(process) &&
            fault.to.some((id) => roleOf(id) === 'storage') &&
            !hasOtherLinks(fault, run) &&
            fault.by <= longPauseOf(run),
        ),
  },
  'holder-dies': {
    placements: (run) =>
      beforeEffects(effectsOfHolders(run), (process, when) => ({
        kind: 'crash',
        process,
        when,
        restartAfter: 'never',
      })),
  },
};

const pause = (process: ProcessId, when: When, length: Ms): Fault => ({ kind: 'pause', process, when, for: length });

/** The client's clock does not advance while its machine sleeps. */
const sleep = (process: ProcessId, when: When, length: Ms): Fault => ({
  kind: 'suspend',
  process,
  when,
  for: length,
  wallClock: 'stands',
});

/** After a pause of this length, another client holds the lock. */
const leasePauseOf = ({ survey: { lengths } }: SurveyedRun): Ms => lengths[1];
/** After a pause of this length, another client has acquired and released the lock. */
const longPauseOf = ({ survey: { lengths } }: SurveyedRun): Ms => lengths[2];

/**
 * The effects of each first attempt, and of each attempt that got the lock. A pause before the first attempt only delays
 * it, and a later attempt that is refused is like the first one.
 */
function attemptEffects({ survey, attempts }: SurveyedRun): Survey {
  const effects = survey.effects.filter((effect) => {
    const attempt = attemptAt(attempts, effect);
    return attempt !== undefined && (attempt.isFirst || attempt.acquiredSeq >= 0);
  });
  return { ...survey, effects };
}

function effectsWhileHolding({ survey, attempts }: SurveyedRun): Survey {
  const effects = survey.effects.filter((effect) => {
    const { acquiredSeq = -1 } = attemptAt(attempts, effect) ?? {};
    return acquiredSeq >= 0 && acquiredSeq < effect.seq;
  });
  return { ...survey, effects };
}

/**
 * The effects of the attempts that got the lock, from their beginning: the keys are set before the client knows that it
 * holds the lock. A crash loses the client's memory, so one effect between two events stands for all of them.
 */
function effectsOfHolders({ survey, attempts }: SurveyedRun): Survey {
  const effectNames = new Set<string>();
  const effects = survey.effects.filter((effect) => {
    const name = `${effect.process} ${effect.at} ${effect.seq}`;
    const { acquiredSeq = -1 } = attemptAt(attempts, effect) ?? {};
    if (acquiredSeq < 0 || effectNames.has(name)) return false;
    effectNames.add(name);
    return true;
  });
  return { ...survey, effects };
}

/**
 * A server that restarts at once has lost its keys while the holder still works. A server that is down for long is
 * unavailable.
 */
const serverCrashes = (run: SurveyedRun): readonly Placement[] =>
  crashPlacements(
    run.survey,
    { ofClients: [], ofServers: [immediateRestart, longPauseOf(run)] },
    (process, when, restartAfter) => ({
      kind: 'crash',
      process,
      when,
      restartAfter,
    }),
  );

/** The old master crashes, or is cut off together with the holder. */
function failoverPlacements({ survey, attempts }: SurveyedRun): readonly Placement[] {
  const holder = attempts.find(({ acquiredSeq }) => acquiredSeq >= 0)?.process;
  return injectionRules.failover
    .placements(survey)
    .filter(({ fault }) => fault.kind === 'failover' && (fault.cutOff ?? []).every((client) => client === holder));
}

/** Whether the client has other links too. It is worse if all clients lose the link to a server. */
const hasOtherLinks = ({ from, to }: Pick<OnLink, 'from' | 'to'>, { survey: { processes } }: SurveyedRun): boolean =>
  from.length === 1 && to.length === 1 && from.every(isClient) && processes.filter((id) => !isClient(id)).length > 1;

/**
 * The client waits for its storage longer than any message is delayed. Otherwise it would stop waiting for a write and
 * release its lock before the write arrives. No lock protects against that.
 */
function withLongStorageTimeout({ storageTimeout }: Settings, [, , above]: Lengths): Partial<Settings> {
  return { storageTimeout: Math.max(storageTimeout, Math.min(lengthMax, 6 * above)) };
}
