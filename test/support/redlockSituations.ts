/** Situations that one user of Redlock meets on its nodes, for libraries and for the simulated program alike. */
import type { Ms } from '../../src/core/model/values/time';
import type { Arrived, Fate } from './recordingNodes';
import type { LibraryName } from './redlockLibraries';
import type { Plan } from './redlockWire';

/** What a situation may do to a node without the lock's user knowing. */
export interface Hands {
  /** Another client has the key there. */
  readonly taken: (node: number) => Promise<unknown>;
  readonly free: (node: number) => Promise<unknown>;
  /** The user has the key again. */
  readonly givenBack: (node: number, owner: string) => Promise<unknown>;
}

export interface Situation extends Plan {
  /** 5 by default. */
  readonly nodes?: number;
  /** The nodes at which another client has the key. */
  readonly others?: readonly number[];
  readonly fate?: (command: Arrived, nth: number, hands: Hands) => Fate;
  /** How long to wait for the end. 8 s by default. */
  readonly limit?: Ms;
  /** It matters here whether the slow nodes are waited for. */
  readonly isTimed?: true;
  /** The libraries for which it holds. All by default. */
  readonly of?: readonly LibraryName[];
  /** Behaviour that no setting explains. */
  readonly differs?: Partial<Readonly<Record<LibraryName, Difference>>>;
}

/**
 * What the caller gets and what node A receives, from the library and from the simulated program, in the form of
 * `outlineOf`.
 */
export interface Difference {
  readonly why: string;
  readonly library: string;
  readonly simulated: string;
}

/** How late the slow nodes answer, in ms. */
export const slowMs = 600;
const isFirstThree = ({ node }: Arrived): boolean => node < 3;
const isLastThree = ({ node }: Arrived): boolean => node > 1;
const isLast = ({ node }: Arrived): boolean => node === 4;
const usings: readonly LibraryName[] = ['node-redlock-5', 'sesamecare'];

/** The first three nodes grant, and then another client has the key there. */
const lostAfterwards = (command: Arrived, hands: Hands): Fate =>
  command.kind === 'take' && isFirstThree(command) ? { first: () => hands.taken(command.node) } : 'pass';

const usual = { ttl: 3000, stay: 50 } as const;

const halfAndHalf: Difference = {
  why: 'It counts to a majority for or a majority against. Of four nodes, neither comes.',
  library: 'pending | take',
  simulated: 'refused | take x11, release',
};

const waitsForExtension: Difference = {
  why: 'The routine waits for an extension with all its attempts. The simulated program ends it.',
  library: 'held, released | take, extend x2, release',
  simulated: 'held, released | take, extend, release',
};

export const situations: Readonly<Record<string, Situation>> = {
  'a free lock': usual,
  'two resources': { ...usual, keys: 2 },
  'two resources, one of which is lost': {
    ...usual,
    keys: 2,
    fate: (command, _, hands) => lostAfterwards(command, hands),
  },
  'two of five are held by others': { ...usual, others: [1, 3] },
  'three are held by others': { ...usual, others: [0, 1, 2] },
  'three are held by others for two attempts': {
    ...usual,
    others: [0, 1, 2],
    fate: (command, nth, hands) =>
      command.kind === 'take' && nth === 2 && isFirstThree(command)
        ? { first: () => hands.free(command.node) }
        : 'pass',
  },
  'a slow node': { ...usual, isTimed: true, fate: (command) => (isLast(command) ? { delayMs: slowMs } : 'pass') },
  'three slow nodes': {
    ...usual,
    isTimed: true,
    fate: (command) => (isLastThree(command) ? { delayMs: slowMs } : 'pass'),
  },
  'a silent node': { ...usual, fate: (command) => (isLast(command) ? 'silent' : 'pass'), limit: 1500 },
  'three silent nodes': { ...usual, fate: (command) => (isLastThree(command) ? 'silent' : 'pass'), limit: 1500 },
  'a silent node at the release': {
    ...usual,
    fate: (command) => (isLast(command) && command.kind === 'release' ? 'silent' : 'pass'),
    limit: 1500,
  },
  'nodes that answer after the TTL': {
    ...usual,
    ttl: 400,
    fate: (command, nth) => (isLastThree(command) && nth === 1 ? { delayMs: slowMs } : 'pass'),
    differs: {
      sesamecare: {
        why: 'It does not look at what is left. Settings that count from the last attempt do.',
        library: 'held, not released | take, release x11',
        simulated: 'held, released | take x2, release',
      },
    },
  },
  'a reply is lost with its connection': {
    ...usual,
    // By then the client has reconnected.
    stay: 600,
    fate: ({ node, kind }, nth) => (node === 0 && kind === 'take' && nth === 1 ? 'cut' : 'pass'),
  },
  'three replies are lost with their connections': {
    ...usual,
    fate: (command, nth) => (isFirstThree(command) && command.kind === 'take' && nth === 1 ? 'cut' : 'pass'),
  },
  'the replies of a release are lost with their connections': {
    ...usual,
    fate: (command, nth) => (isFirstThree(command) && command.kind === 'release' && nth === 1 ? 'cut' : 'pass'),
  },
  'an extension while it is mine': { ...usual, extendAt: 0.1 },
  'an extension beside a slow node': {
    ...usual,
    isTimed: true,
    extendAt: 0.1,
    fate: (command) => (isLast(command) && command.kind === 'extend' ? { delayMs: slowMs } : 'pass'),
  },
  'an extension after the end': { ...usual, ttl: 400, extendAt: 1 },
  'an extension that a majority refuses': {
    ...usual,
    extendAt: 0.1,
    fate: (command, _, hands) => lostAfterwards(command, hands),
  },
  'an extension that is refused once': {
    ...usual,
    extendAt: 0.1,
    fate: (command, nth, hands) => {
      const { node, kind, owner } = command;
      if (kind !== 'take' && nth === 1 && isFirstThree(command)) return { first: () => hands.givenBack(node, owner) };
      return lostAfterwards(command, hands);
    },
  },
  'an extension that is answered after the TTL': {
    ...usual,
    ttl: 500,
    extendAt: 0.1,
    fate: (command, nth) =>
      command.kind === 'extend' && nth === 1 && isLastThree(command) ? { delayMs: slowMs } : 'pass',
    differs: {
      'node-redlock-5': {
        why: 'The caller gets a lock with no time left. The simulated program calls that a failure.',
        library: 'held, extended, not released | take, extend, release x11',
        simulated: 'held, not extended, not released | take, extend, release x11',
      },
      sesamecare: {
        why: 'It does not look at what is left. Settings that count from the last attempt do.',
        library: 'held, extended, not released | take, extend, release x11',
        simulated: 'held, not extended, not released | take, extend x11, release x11',
      },
    },
  },
  'a release after the end': { ...usual, ttl: 300, stay: 400 },
  'the routine, which extends half a second before the end': { ttl: 1000, stay: 1200, using: true, of: usings },
  'the routine, and a majority refuses the extension': {
    ttl: 1000,
    stay: 6000,
    using: true,
    of: usings,
    limit: 12_000,
    fate: (command, _, hands) => lostAfterwards(command, hands),
  },
  'four nodes, two of which are held by others': {
    ...usual,
    nodes: 4,
    others: [0, 1],
    limit: 4500,
    differs: {
      'node-redlock-5': halfAndHalf,
      sesamecare: halfAndHalf,
    },
  },
  'the routine ends while its extension is tried again': {
    ttl: 1000,
    stay: 540,
    using: true,
    of: usings,
    fate: (command, nth, hands) => {
      const { node, kind, owner } = command;
      if (kind === 'extend' && nth === 1 && isFirstThree(command)) return { first: () => hands.givenBack(node, owner) };
      return lostAfterwards(command, hands);
    },
    differs: {
      'node-redlock-5': waitsForExtension,
      sesamecare: waitsForExtension,
    },
  },
};
