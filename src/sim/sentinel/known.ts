/**
 * Where the simulator finds the sentinels and what belongs to them. It is empty at first, because a page opens without
 * them: they come with the scenarios that need them (`run/registry.ts`).
 */
import type { ProcessId } from '../../model/scenario';
import type { Machine } from '../machine';
import type { World } from '../world';

export interface SentinelParts {
  /** Makes the process of a sentinel. */
  readonly make: (world: World, index: number, id: ProcessId) => Machine;
  /** Called once all processes are there: servers learn what they refuse and report, and sentinels what they watch. */
  readonly begin: (world: World) => void;
}

let known: SentinelParts | null = null;

export const knowSentinels = (parts: SentinelParts): void => {
  known = parts;
};

/** Throws where they are not loaded: a scenario that needs them must not be run before. */
export function sentinelParts(): SentinelParts {
  if (known === null) throw new Error('The simulator knows no sentinels yet.');
  return known;
}
