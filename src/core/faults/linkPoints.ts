/** The sides between which links can fail, and when. A cut and a slow link share this. */
import type { OnLink } from '../model/scenario/fault';
import { isClient, masterOf, type ProcessId, roleOf } from '../model/scenario/processId';
import type { Ms } from '../model/values/time';
import type { MessagePoint, Point, Survey } from './injectionPoints';

export interface LinkPoints extends Pick<OnLink, 'from' | 'to' | 'bothWays'> {
  /** Before each instant at which a message is sent there. Messages that were sent earlier arrive. */
  readonly points: readonly Point[];
  /** How late a message there may be before its client no longer waits. Null: no client stops waiting. */
  readonly slack: Ms | null;
}

/**
 * Separates each process from all others that it talks to, each client from a single server and from a majority of the
 * nodes, and each client in one direction, so that it can send but not receive.
 */
export function linkPointsIn(survey: Survey): readonly LinkPoints[] {
  const { processes } = survey;
  const partners = new Map(processes.map((id) => [id, partnersOf(id, survey)]));
  return processes.flatMap((id) => {
    const others = partners.get(id) ?? [];
    if (others.length === 0) return [];
    const sides: readonly Sides[] = [
      { from: [id], to: others, bothWays: true },
      ...(isClient(id) ? ofClient(id, others, partners) : []),
    ];
    return sides.map((ends) => ({ ...ends, ...momentsOf(ends, survey) }));
  });
}

type Sides = Pick<LinkPoints, 'from' | 'to' | 'bothWays'>;

function ofClient(
  id: ProcessId,
  others: readonly ProcessId[],
  partners: ReadonlyMap<ProcessId, readonly ProcessId[]>,
): readonly Sides[] {
  const isLone = (other: ProcessId): boolean => others.length === 1 || partners.get(other)?.length === 1;
  const singles = others.filter((other) => !isLone(other));
  const nodes = others.filter((other) => roleOf(other) === 'node');
  const majority = nodes.slice(0, Math.floor(nodes.length / 2) + 1);
  return [
    { from: others, to: [id], bothWays: false },
    ...singles.map((other) => ({ from: [id], to: [other], bothWays: true })),
    ...(nodes.length > 2 ? [{ from: [id], to: majority, bothWays: true }] : []),
  ];
}

/**
 * In the order of the lanes. Servers that follow another are its partners, although a trace does not contain the
 * messages between them.
 */
function partnersOf(id: ProcessId, { processes, messages }: Survey): readonly ProcessId[] {
  const partners = new Set<ProcessId>();
  for (const {
    message: { from, to },
  } of messages) {
    if (from === id) partners.add(to);
    if (to === id) partners.add(from);
  }
  for (const other of processes) if (other !== id && isBeneath(id, other)) partners.add(other);
  return processes.filter((other) => partners.has(other));
}

function isBeneath(id: ProcessId, other: ProcessId): boolean {
  const roles = [roleOf(id), roleOf(other)];
  if (roles[0] === 'member') return roles[1] === 'member' || roles[1] === 'client';
  if (roles[0] === 'replica') return roles[1] === 'node' && masterOf(id) === other;
  return roles[0] === 'node' && roles[1] === 'replica' && masterOf(other) === id;
}

/** Links without messages in the trace fail at the instants of the clients' messages. */
function momentsOf({ from, to, bothWays }: Sides, { messages }: Survey): Pick<LinkPoints, 'points' | 'slack'> {
  const isThere = ({ message }: MessagePoint): boolean =>
    (from.includes(message.from) && to.includes(message.to)) ||
    (bothWays && to.includes(message.from) && from.includes(message.to));
  const isClients = ({ message }: MessagePoint): boolean => isClient(message.from) || isClient(message.to);
  const matches = messages.filter((one) => isThere(one) && isClients(one));
  const within = matches.length > 0 ? matches : messages.filter(isClients);
  const slacks = within.flatMap(({ slack }) => slack ?? []);
  return { points: instantsOf(within), slack: slacks.length === 0 ? null : Math.max(...slacks) };
}

/** A fault at an instant takes effect before everything else at that instant. */
function instantsOf(messages: readonly MessagePoint[]): readonly Point[] {
  const points: Point[] = [];
  for (const { at, eventsBefore } of messages) if (points.at(-1)?.at !== at) points.push({ at, seq: eventsBefore });
  return points;
}

/** The process whose lane shows a fault of links. */
export const laneOf = ([first]: readonly ProcessId[]): ProcessId => {
  if (first === undefined) throw new Error('A link has no end.');
  return first;
};
