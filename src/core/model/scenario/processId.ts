/** The names and roles of processes. This file imports nothing, so that all others can use it. */

export const nodeLetters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'] as const;
export type Letter = (typeof nodeLetters)[number];
type MemberLetter = 'A' | 'B' | 'C' | 'D' | 'E';

/** `replicaA2` is the second replica of node A. */
export type ProcessId =
  | `client${number}`
  | `node${Letter}`
  | `replica${Letter}${number}`
  | 'service'
  | `member${MemberLetter}`
  | 'storage'
  | `storage${Letter}`
  | `sentinel${number}`;

export type Role = 'client' | 'node' | 'replica' | 'service' | 'member' | 'storage' | 'sentinel';

/** Made once, because comparing strings is fastest when they are the same object. */
const nodeIds = nodeLetters.map((letter): ProcessId => `node${letter}`);

export const clientId = (number: number): ProcessId => `client${number}`;
/** All clients of a run of this number, in order. */
export const clientIds = (count: number): readonly ProcessId[] =>
  Array.from({ length: count }, (_, i) => clientId(i + 1));
export const nodeId = (index: number): ProcessId => nodeIds[index] ?? 'nodeA';
export const replicaId = (nodeIndex: number, number: number): ProcessId =>
  `replica${nodeLetters[nodeIndex] ?? 'A'}${number}`;
export const sentinelId = (number: number): ProcessId => `sentinel${number}`;

/** The parts of a process name. */
export interface ProcessParts {
  readonly role: Role;
  /** Counted from 1; 0 for a process without a number. A replica is counted among its master's replicas. */
  readonly number: number;
  /**
   * The letter of a node, of a replica's master, of a service's member, or of one of several storages. Empty for a
   * process without a letter.
   */
  readonly letter: string;
}

const idPattern = /^(client|node|replica|service|member|storage|sentinel)([A-I]?)(\d*)$/;

/** Cached because there are few names and they are looked up often. */
const knownParts = new Map<ProcessId, ProcessParts>();

/** Splits the name of a process into its parts. No other code does so. */
export function partsOf(id: ProcessId): ProcessParts {
  const before = knownParts.get(id);
  if (before !== undefined) return before;
  const [, role, letter = '', number] = idPattern.exec(id) ?? [];
  if (role === undefined) throw new Error(`“${id}” names no process.`);
  const parts: ProcessParts = { role: role as Role, number: Number(number), letter };
  knownParts.set(id, parts);
  return parts;
}

export const roleOf = (id: ProcessId): Role => partsOf(id).role;

export const isClient = (id: ProcessId): boolean => roleOf(id) === 'client';

/** Whether the process is a Redis server: a node, or a replica of one. */
export const isRedis = (id: ProcessId): boolean => roleOf(id) === 'node' || roleOf(id) === 'replica';

/** The node that a replica belongs to. */
export const masterOf = (replica: ProcessId): ProcessId => `node${partsOf(replica).letter}` as ProcessId;
