/**
 * The twelve attacks as scenarios: a run of the lock with one fault. The places of a fault are read from the run
 * without it, and its strength comes from the lease, as in any search. It knows no lock and judges nothing.
 *
 * If one of several nodes forgets, the others outvote it. So a fault at one node is tried again in a run where the
 * holder has only just its quorum: its links to the other nodes are cut. There are fewer places than in a search,
 * since a reader's code may take a hundredth of a second for each run.
 */

import { injectionRules } from '../../core/faults';
import {
  atOnce,
  beforeEffects,
  endings,
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
import { equalNodes, isFirst } from '../../search/explore/symmetry';
import { type Turn, turnAt, turnsOf } from './turns';

export interface Attack {
  readonly id: AttackId;
  /** Each is made when it is asked for. Empty: the attack has no target. */
  readonly scenarios: Iterable<Scenario>;
}

/** @param scenario its own faults are removed */
export function attacksOn(scenario: Scenario, parts: Parts): readonly Attack[] {
  const ground = new Ground(scenario, parts);
  return attackIds.map((id) => ({ id, scenarios: { [Symbol.iterator]: () => ground.scenariosOf(kinds[id]) } }));
}

/** The run that an attack hits. */
interface SurveyedRun {
  readonly survey: Survey;
  readonly turns: readonly Turn[];
}

interface AttackKind {
  /** How the attack changes the settings of its run. Absent: not at all. */
  readonly settings?: (settings: Settings, lengths: Lengths) => Partial<Settings>;
  readonly placements: (run: SurveyedRun) => readonly Placement[];
  /** Attacks again where the holder has only just its quorum. */
  readonly ofNode?: true;
}

/** The faultless run, and the runs that attacks change it to, each surveyed once. */
class Ground {
  private readonly surveys = new Map<string, Surveyed>();
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
    yield* this.injected(scenario, [], kind);
    const apart = kind.ofNode ? bareQuorum(this.surveyed(faultless).trace) : null;
    if (apart !== null) yield* this.injected(scenario, [apart], kind);
  }

  private *injected(
    scenario: Scenario,
    before: readonly Fault[],
    { placements }: AttackKind,
  ): Generator<Scenario, void, void> {
    const { trace, survey } = this.surveyed(withFaults(scenario, before));
    const alike = this.alikeIn(withFaults(scenario, before));
    for (const placement of placements({ survey, turns: turnsOf(trace) }))
      if (isFirst(placement, alike)) yield withFaults(scenario, [...before, placement.fault]);
  }

  /** All replicas have the same delay, so nodes that are equal without replicas are equal with them. */
  private alikeIn(scenario: Scenario): readonly (readonly ProcessId[])[] {
    const { settings } = scenario;
    const alone = { ...scenario, settings: { ...settings, nodes: { ...settings.nodes, replicas: 0 } } };
    return equalNodes(this.surveyed(alone).trace);
  }

  private surveyed(scenario: Scenario): Surveyed {
    const name = JSON.stringify([scenario.settings, scenario.faults]);
    const before = this.surveys.get(name);
    if (before !== undefined) return before;
    const { lengths } = this.space ?? spaceOf(scenario, this.parts);
    const surveyed = surveyOf(scenario, this.parts, lengths);
    this.surveys.set(name, surveyed);
    return surveyed;
  }
}

type Surveyed = ReturnType<typeof surveyOf>;

/** Cuts the first holder off from all nodes but a quorum. Null: there is no holder, or there are no other nodes. */
function bareQuorum({ header: { processes, quorum }, kind, process, count }: Trace): Fault | null {
  const first = kind.subarray(0, count).indexOf(kindNumber.acquired);
  const rest = processes.filter(({ role }) => role === 'node').slice(quorum);
  if (first < 0 || rest.length === 0) return null;
  const from = [nth(processes, nth(process, first)).id];
  return {
    kind: 'cut',
    from,
    to: rest.map(({ id }) => id),
    bothWays: true,
    when: { kind: 'time', at: 0 },
    for: 'ever',
  };
}

const isNode = ({ process }: Placement): boolean => roleOf(process) === 'node';
const isServer = ({ process }: Placement): boolean => ['node', 'service', 'member'].includes(roleOf(process));

const kinds: Readonly<Record<AttackId, AttackKind>> = {
  'pause-each-step': {
    placements: (run) => [
      ...beforeEffects(eachStep(run), (process, when) => pause(process, when, longOf(run))),
      ...beforeEffects(whileHolding(run), (process, when) => pause(process, when, leaseOf(run))),
    ],
  },
  sleep: {
    placements: (run) => beforeEffects(eachStep(run), (process, when) => sleep(process, when, longOf(run))),
  },
  'lost-replies': {
    placements: ({ survey }) =>
      injectionRules.lose
        .placements(survey)
        .filter(({ fault }) => fault.kind === 'lose' && fault.message.leg === 'reply'),
  },
  'late-requests': {
    settings: patient,
    placements: (run) =>
      injectionRules.delay
        .placements(run.survey)
        .filter(({ fault }) => fault.kind === 'delay' && fault.message.leg === 'request' && fault.by <= longOf(run)),
  },
  'client-clock': {
    placements: ({ survey }) =>
      injectionRules['clock-jump'].placements(survey).filter(({ process }) => isClient(process)),
  },
  'node-clock': {
    ofNode: true,
    placements: ({ survey }) => injectionRules['clock-jump'].placements(survey).filter(isServer),
  },
  'crash-with-keys': {
    ofNode: true,
    settings: ({ nodes }) => ({ nodes: { ...nodes, persistence: 'always' } }),
    placements: (run) => crashes(run).filter(isServer),
  },
  'crash-without-keys': {
    ofNode: true,
    settings: ({ nodes }) => ({ nodes: { ...nodes, persistence: 'none' } }),
    placements: (run) => crashes(run).filter(isNode),
  },
  failover: {
    ofNode: true,
    settings: ({ nodes }) => ({ nodes: { ...nodes, replicas: Math.max(1, nodes.replicas) } }),
    placements: failovers,
  },
  cut: {
    settings: patient,
    placements: (run) =>
      injectionRules.cut
        .placements(run.survey)
        .filter(
          ({ fault }) =>
            fault.kind === 'cut' && fault.bothWays && fault.for === longOf(run) && !isOneOfMany(fault, run),
        ),
  },
  'slow-network': {
    settings: patient,
    placements: (run) =>
      injectionRules.slow
        .placements(run.survey)
        .filter(
          ({ fault, process }) =>
            fault.kind === 'slow' &&
            fault.bothWays &&
            isClient(process) &&
            fault.to.some((id) => roleOf(id) === 'storage') &&
            !isOneOfMany(fault, run) &&
            fault.by <= longOf(run),
        ),
  },
  'holder-dies': {
    placements: (run) =>
      beforeEffects(holderCrashes(run), (process, when) => ({
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

/** After a pause of this length another client is at work. */
const leaseOf = ({ survey: { lengths } }: SurveyedRun): Ms => lengths[1];
/** After a pause of this length another client has come in and gone. */
const longOf = ({ survey: { lengths } }: SurveyedRun): Ms => lengths[2];

/** Before a client asks, a stop only means a later start. Later refused attempts are like the first one. */
function eachStep({ survey, turns }: SurveyedRun): Survey {
  const effects = survey.effects.filter((effect) => {
    const turn = turnAt(turns, effect);
    return turn !== undefined && (turn.isFirst || turn.acquiredSeq >= 0);
  });
  return { ...survey, effects };
}

function whileHolding({ survey, turns }: SurveyedRun): Survey {
  const effects = survey.effects.filter((effect) => {
    const { acquiredSeq = -1 } = turnAt(turns, effect) ?? {};
    return acquiredSeq >= 0 && acquiredSeq < effect.seq;
  });
  return { ...survey, effects };
}

/**
 * Effects of the attempts that let a client in; its keys are set before it knows. A client's memory is lost with it, so
 * only one of the effects between two events is kept.
 */
function holderCrashes({ survey, turns }: SurveyedRun): Survey {
  const effectNames = new Set<string>();
  const effects = survey.effects.filter((effect) => {
    const name = `${effect.process} ${effect.at} ${effect.seq}`;
    const { acquiredSeq = -1 } = turnAt(turns, effect) ?? {};
    if (acquiredSeq < 0 || effectNames.has(name)) return false;
    effectNames.add(name);
    return true;
  });
  return { ...survey, effects };
}

/**
 * A server that restarts at once has forgotten its keys while the holder is inside. One that is down for long is
 * unavailable.
 */
const crashes = (run: SurveyedRun): readonly Placement[] =>
  endings(run.survey, { ofClients: [], ofServers: [atOnce, longOf(run)] }, (process, when, restartAfter) => ({
    kind: 'crash',
    process,
    when,
    restartAfter,
  }));

/** The old master crashes, or is cut off together with the holder. */
function failovers({ survey, turns }: SurveyedRun): readonly Placement[] {
  const holder = turns.find(({ acquiredSeq }) => acquiredSeq >= 0)?.process;
  return injectionRules.failover
    .placements(survey)
    .filter(({ fault }) => fault.kind === 'failover' && (fault.cutOff ?? []).every((client) => client === holder));
}

/** Whether the client has other links too. It is worse if all clients lose the link to a server. */
const isOneOfMany = ({ from, to }: Pick<OnLink, 'from' | 'to'>, { survey: { processes } }: SurveyedRun): boolean =>
  from.length === 1 && to.length === 1 && from.every(isClient) && processes.filter((id) => !isClient(id)).length > 1;

/**
 * The client waits for its storage longer than any message is late. A client that gave up on a write and released its
 * lock would be overtaken by its own write, whatever the lock.
 */
function patient({ storageTimeout }: Settings, [, , above]: Lengths): Partial<Settings> {
  return { storageTimeout: Math.max(storageTimeout, Math.min(lengthMax, 6 * above)) };
}
