/**
 * The twelve attacks as scenarios: a run of the lock and one fault in it. Where a fault can strike is read off the run without it, and
 * how strong comes from the lease, as in any search. It knows no lock and judges nothing.
 *
 * One node that forgets is outvoted by the others, so what strikes a node of several strikes once more in a run in which the holder
 * has just its quorum: its links to the rest are cut. There are fewer places than in a search, since a reader's code may take a
 * hundredth of a second for each run.
 */

import { everyPlace } from '../../core/faults';
import { atOnce, beforeEffects, endings, type Lengths, type Placement, type Survey } from '../../core/faults/places';
import { type AttackId, attackIds } from '../../core/model/attackId';
import type { Fault, OnLink, When } from '../../core/model/fault';
import { nth } from '../../core/model/nth';
import { isClient, type ProcessId, roleOf, type Scenario, type Settings } from '../../core/model/scenario';
import { lengthMax, type Ms } from '../../core/model/time';
import { kindNumber, type Trace } from '../../core/model/trace';
import type { Parts } from '../../core/sim/parts';
import { withFaults } from '../../search/explore/branch';
import { spaceOf } from '../../search/explore/space';
import { surveyOf } from '../../search/explore/surveyOf';
import { equalNodes, isFirst } from '../../search/explore/symmetry';
import { type Turn, turnAt, turnsOf } from './turns';

export interface Attack {
  readonly id: AttackId;
  /** One after the other, each made when it is asked for. None: there is nothing to strike. */
  readonly scenarios: Iterable<Scenario>;
}

/** @param scenario its own faults are taken away */
export function attacksOn(scenario: Scenario, parts: Parts): readonly Attack[] {
  const ground = new Ground(scenario, parts);
  return attackIds.map((id) => ({ id, scenarios: { [Symbol.iterator]: () => ground.scenariosOf(kinds[id]) } }));
}

/** What an attack knows of the run in which it strikes. */
interface Struck {
  readonly survey: Survey;
  readonly turns: readonly Turn[];
}

interface AttackKind {
  /** What the attack needs of the run in which it strikes. Absent: the run as it is. */
  readonly settings?: (settings: Settings, lengths: Lengths) => Partial<Settings>;
  readonly placements: (struck: Struck) => readonly Placement[];
  /** Strikes again where the holder has just its quorum. */
  readonly ofNode?: true;
}

/** The run without faults, and the runs that attacks change it to, each surveyed once. */
class Ground {
  private readonly surveys = new Map<string, Surveyed>();
  private space: { readonly scenario: Scenario; readonly lengths: Lengths } | null = null;

  constructor(
    private readonly scenario: Scenario,
    private readonly parts: Parts,
  ) {}

  *scenariosOf(kind: AttackKind): Generator<Scenario, void, void> {
    this.space ??= spaceOf(this.scenario, this.parts);
    const { scenario: calm, lengths } = this.space;
    const scenario = { ...calm, settings: { ...calm.settings, ...kind.settings?.(calm.settings, lengths) } };
    yield* this.struck(scenario, [], kind);
    const apart = kind.ofNode ? bareQuorum(this.surveyed(calm).trace) : null;
    if (apart !== null) yield* this.struck(scenario, [apart], kind);
  }

  private *struck(
    scenario: Scenario,
    before: readonly Fault[],
    { placements }: AttackKind,
  ): Generator<Scenario, void, void> {
    const { trace, survey } = this.surveyed(withFaults(scenario, before));
    const alike = this.alikeIn(withFaults(scenario, before));
    for (const placement of placements({ survey, turns: turnsOf(trace) }))
      if (isFirst(placement, alike)) yield withFaults(scenario, [...before, placement.fault]);
  }

  /** Replicas have all the same delay, so nodes that are equal without them are equal with them. */
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

/** Cuts the first holder off from all nodes but a quorum of them. Null: there is no holder, or no node but those. */
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
    placements: (struck) => [
      ...beforeEffects(eachStep(struck), (process, when) => pause(process, when, longOf(struck))),
      ...beforeEffects(inside(struck), (process, when) => pause(process, when, leaseOf(struck))),
    ],
  },
  sleep: {
    placements: (struck) => beforeEffects(eachStep(struck), (process, when) => sleep(process, when, longOf(struck))),
  },
  'lost-replies': {
    placements: ({ survey }) =>
      everyPlace.lose.places(survey).filter(({ fault }) => fault.kind === 'lose' && fault.message.leg === 'reply'),
  },
  'late-requests': {
    settings: patient,
    placements: (struck) =>
      everyPlace.delay
        .places(struck.survey)
        .filter(({ fault }) => fault.kind === 'delay' && fault.message.leg === 'request' && fault.by <= longOf(struck)),
  },
  'client-clock': {
    placements: ({ survey }) => everyPlace['clock-jump'].places(survey).filter(({ process }) => isClient(process)),
  },
  'node-clock': { ofNode: true, placements: ({ survey }) => everyPlace['clock-jump'].places(survey).filter(isServer) },
  'crash-with-keys': {
    ofNode: true,
    settings: ({ nodes }) => ({ nodes: { ...nodes, persistence: 'always' } }),
    placements: (struck) => crashes(struck).filter(isServer),
  },
  'crash-without-keys': {
    ofNode: true,
    settings: ({ nodes }) => ({ nodes: { ...nodes, persistence: 'none' } }),
    placements: (struck) => crashes(struck).filter(isNode),
  },
  failover: {
    ofNode: true,
    settings: ({ nodes }) => ({ nodes: { ...nodes, replicas: Math.max(1, nodes.replicas) } }),
    placements: failovers,
  },
  cut: {
    settings: patient,
    placements: (struck) =>
      everyPlace.cut
        .places(struck.survey)
        .filter(
          ({ fault }) =>
            fault.kind === 'cut' && fault.bothWays && fault.for === longOf(struck) && !isOneOfMany(fault, struck),
        ),
  },
  'slow-network': {
    settings: patient,
    placements: (struck) =>
      everyPlace.slow
        .places(struck.survey)
        .filter(
          ({ fault, process }) =>
            fault.kind === 'slow' &&
            fault.bothWays &&
            isClient(process) &&
            fault.to.some((id) => roleOf(id) === 'storage') &&
            !isOneOfMany(fault, struck) &&
            fault.by <= longOf(struck),
        ),
  },
  'holder-dies': {
    placements: (struck) =>
      beforeEffects(deathsOfHolders(struck), (process, when) => ({
        kind: 'crash',
        process,
        when,
        restartAfter: 'never',
      })),
  },
};

const pause = (process: ProcessId, when: When, length: Ms): Fault => ({ kind: 'pause', process, when, for: length });

/** No clock of a client sees its machine sleep. */
const sleep = (process: ProcessId, when: When, length: Ms): Fault => ({
  kind: 'suspend',
  process,
  when,
  for: length,
  wallClock: 'stands',
});

/** After a pause of this length another client is at work. */
const leaseOf = ({ survey: { lengths } }: Struck): Ms => lengths[1];
/** After a pause of this length another client has come in and gone. */
const longOf = ({ survey: { lengths } }: Struck): Ms => lengths[2];

/** Before a client asks, a stop is a later start. Further attempts that are refused are as the first. */
function eachStep({ survey, turns }: Struck): Survey {
  const effects = survey.effects.filter((effect) => {
    const turn = turnAt(turns, effect);
    return turn !== undefined && (turn.isFirst || turn.acquiredSeq >= 0);
  });
  return { ...survey, effects };
}

function inside({ survey, turns }: Struck): Survey {
  const effects = survey.effects.filter((effect) => {
    const { acquiredSeq = -1 } = turnAt(turns, effect) ?? {};
    return acquiredSeq >= 0 && acquiredSeq < effect.seq;
  });
  return { ...survey, effects };
}

/**
 * In the attempts that let a client in, since its keys are there before it knows. Its memory dies with it, so it is the same before
 * which effect of those between two events it dies.
 */
function deathsOfHolders({ survey, turns }: Struck): Survey {
  const known = new Set<string>();
  const effects = survey.effects.filter((effect) => {
    const name = `${effect.process} ${effect.at} ${effect.seq}`;
    const { acquiredSeq = -1 } = turnAt(turns, effect) ?? {};
    if (acquiredSeq < 0 || known.has(name)) return false;
    known.add(name);
    return true;
  });
  return { ...survey, effects };
}

/** A server that is back at once has forgotten while the holder is still inside. One that is down for long is missed. */
const crashes = (struck: Struck): readonly Placement[] =>
  endings(struck.survey, { ofClients: [], ofServers: [atOnce, longOf(struck)] }, (process, when, restartAfter) => ({
    kind: 'crash',
    process,
    when,
    restartAfter,
  }));

/** The old master dies, or goes on with the holder. */
function failovers({ survey, turns }: Struck): readonly Placement[] {
  const holder = turns.find(({ acquiredSeq }) => acquiredSeq >= 0)?.process;
  return everyPlace.failover
    .places(survey)
    .filter(({ fault }) => fault.kind === 'failover' && (fault.cutOff ?? []).every((client) => client === holder));
}

/** Whether it is one link of several that a client has. A server that all clients are parted from is worse. */
const isOneOfMany = ({ from, to }: Pick<OnLink, 'from' | 'to'>, { survey: { processes } }: Struck): boolean =>
  from.length === 1 && to.length === 1 && from.every(isClient) && processes.filter((id) => !isClient(id)).length > 1;

/**
 * The client waits for its storage longer than any message is late. One that gave up on a write and gave its lock back would be
 * overtaken by its own write, whatever the lock.
 */
function patient({ storageTimeout }: Settings, [, , above]: Lengths): Partial<Settings> {
  return { storageTimeout: Math.max(storageTimeout, Math.min(lengthMax, 6 * above)) };
}
