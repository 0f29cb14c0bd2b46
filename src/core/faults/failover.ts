/**
 * A master's replica takes its place. The master crashes. With `cutOff` it runs on, cut off from its replicas and from
 * all clients except the named ones, which go on talking to it.
 */
import type { OnProcess } from '../model/scenario/fault';
import { isClient, masterOf, type ProcessId, roleOf } from '../model/scenario/processId';
import type { Both, Text } from '../model/values/text';
import { fromMs, type Ms } from '../model/values/time';
import { lengthUntilEnd } from './endingFaults';
import { atPoints, beforeRequests, type InjectionRules, type Survey } from './injectionPoints';
import {
  askFollowers,
  crash,
  cut,
  ended,
  lostWritesOf,
  type MasterWithReplicas,
  miss,
  promote,
  redirectClients,
  reportInjected,
  undo,
  waitOrEnd,
} from './order';
import * as problems from './problems';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface FailoverFault extends OnProcess {
  readonly kind: 'failover';
  /** The replica that takes over. Absent: the master's first replica. */
  readonly promote?: ProcessId;
  readonly cutOff?: readonly ProcessId[];
  /**
   * How long the old master is cut off. Absent: to the end. Only a healed run has it, so it is no field: no file or
   * link can contain it.
   */
  readonly cutOffFor?: Ms;
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly failover: FailoverFault;
  }
}

const isReplica = (id: ProcessId): boolean => roleOf(id) === 'replica';

const replicasOf = (master: ProcessId, present: readonly ProcessId[]): readonly ProcessId[] =>
  present.filter((id) => isReplica(id) && masterOf(id) === master);

export const failover: FaultProgram<FailoverFault> = {
  kind: 'failover',
  target: 'process',
  fields: {},
  length: null,
  choices: [
    {
      offers: 'process',
      name: 'promote',
      label: { en: 'Promotes', zh: '提升' },
      absent: { en: 'the first replica', zh: '第一个副本' },
      among: ({ process }, present) => replicasOf(process, present),
    },
    {
      offers: 'processes',
      name: 'cutOff',
      label: { en: 'The old master', zh: '旧主节点' },
      absent: { en: 'dies', zh: '死亡' },
      present: { en: 'lives, cut off', zh: '活着但被隔离' },
      listLabel: { en: 'Still talks to', zh: '仍能与它通信的' },
      among: (_, present) => present.filter(isClient),
    },
  ],
  appliesTo: 'replicated',
  usually: 'nodeA',
  key: 'KeyF',
  fresh: ({ process, processes, when }) => ({ kind: 'failover', process: masterNear(process, processes), when }),
  problem: failoverProblem,
  mark: () => ({ shape: 'moment' }),
  *inject(fault, processes) {
    const { process, cutOff = [] } = fault;
    const { master, followers } = yield* askFollowers(process);
    const heir = chooseNewMaster(followers, fault);
    if (heir === null) return yield* miss(nobodyTakesOver(fault));
    yield* reportInjected(process);
    const lost = yield* lostWritesOf(master, heir);
    const others = processes.filter((id) => !cutOff.includes(id));
    const back = cutOff.length === 0 ? null : yield* cut({ from: others, to: [master], bothWays: true });
    if (back === null) yield* crash(master, { power: false });
    yield* promote(master, heir, lost);
    yield* redirectClients(others.filter(isClient), master, heir);
    if (back === null || fault.cutOffFor === undefined) return;
    yield* waitOrEnd(fromMs(fault.cutOffFor));
    yield* undo(back);
    yield* ended(process);
  },
  // The promoted replica stays the master. The partition heals.
  endedAtFields: ({ cutOff = [], cutOffFor }, struck, at) =>
    cutOff.length === 0 ? {} : { cutOffFor: lengthUntilEnd(cutOffFor ?? 'ever', struck, at) },
};

/** The requested follower, or the first that runs. Undefined if absent. */
function chooseNewMaster(
  followers: MasterWithReplicas['followers'],
  { promote: wanted }: FailoverFault,
): ProcessId | null {
  return followers.find(({ id, isUp }) => isUp && (wanted === undefined || id === wanted))?.id ?? null;
}

/** The process itself if it has replicas, else the first process that has some. */
function masterNear(process: ProcessId, processes: readonly ProcessId[]): ProcessId {
  const masters = processes.filter(isReplica).map(masterOf);
  return masters.includes(process) ? process : (masters[0] ?? processes.find((id) => roleOf(id) === 'node') ?? process);
}

/** Why a failover had no effect, although the processes that it names exist. */
const nobodyTakesOver = ({ process, promote: wanted }: FailoverFault): Text =>
  wanted === undefined ? problems.noneUp(process) : problems.couldNotTakeOver(wanted, process);

function failoverProblem(
  { process: master, promote: wanted, cutOff = [] }: FailoverFault,
  present: readonly ProcessId[],
): Text | null {
  const replicas = replicasOf(master, present);
  if (replicas.length === 0) return problems.noReplica(master);
  if (wanted !== undefined && !replicas.includes(wanted)) return problems.notItsReplica(wanted, master, replicas);
  const stranger = cutOff.find((id) => !isClient(id));
  return stranger === undefined ? null : problems.noClientOfOldMaster(stranger);
}

export const sign: readonly string[] = ['M8 3 4 7l4 4', 'M4 7h16', 'm16 21 4-4-4-4', 'M20 17H4'];

export const texts: Both<FaultTexts<FailoverFault>> = {
  en: {
    name: 'Failover',
    help: 'The master dies and its replica takes over.',
    title: (who) => `${who} fails over`,
    injected: ({ from }) => `${from} fails over to its replica.`,
  },
  zh: {
    name: '故障转移',
    help: '主节点死亡，由副本接替。',
    title: (who) => `${who} 故障转移`,
    injected: ({ from }) => `${from} 发生故障转移，由副本接替。`,
  },
};

/**
 * A master that has replicas can fail before each request that is sent to it, and just after it has received one that
 * its replicas may not have yet. Each replica can take its place. The old master crashes, or goes on with one client.
 */
export const injectionRules: InjectionRules = {
  strengths: [],
  isNarrated: false,
  placements: (survey) => {
    const masters = survey.processes.filter((id) => replicasOf(id, survey.processes).length > 0);
    return masters.flatMap((master) =>
      waysOf(master, survey).flatMap((how) => [
        ...beforeRequests(survey, (process, when) => ({ kind: 'failover', process, when, ...how })).filter(
          ({ process }) => process === master,
        ),
        ...atPoints(
          master,
          survey.keyPoints.filter(({ process }) => process === master),
          (when) => ({ kind: 'failover', process: master, when, ...how }),
        ),
      ]),
    );
  },
};

function waysOf(master: ProcessId, survey: Survey) {
  const staying = [{}, ...survey.processes.filter(isClient).map((client) => ({ cutOff: [client] }))];
  return replicasOf(master, survey.processes).flatMap((promote) => staying.map((how) => ({ promote, ...how })));
}
