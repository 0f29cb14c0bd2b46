/**
 * The services that the simulator knows beside Redis, by their kind. The table is empty at first: Redis' own locks need
 * none of them, and what a page loads first stays small. A service comes with the locks that need it
 * (`run/registry.ts`).
 */
import type { ServiceKind } from '../../model/lock';
import type { ProcessId } from '../../model/scenario';
import type { Machine } from '../machine';
import type { World } from '../world';

/** Makes the process in which a service runs, or one of its members. `settings` are those of its lock. */
export type MakeServiceProcess = (
  world: World,
  index: number,
  id: ProcessId,
  settings: Readonly<Record<string, unknown>>,
) => Machine;

type Services = Readonly<Partial<Record<ServiceKind, MakeServiceProcess>>>;

const known: Partial<Record<ServiceKind, MakeServiceProcess>> = {};

export const services: Services = known;

export const knowServices = (more: Services): void => {
  Object.assign(known, more);
};
