/**
 * The services that the simulator knows beside Redis, by their kind. None at first: Redis' own locks need none, and what a page
 * loads first is small. They come with the locks that need them (`explore/registry.ts`).
 */
import type { ServiceKind } from '../../model/lock';
import type { MakeService } from './service';

type Services = Readonly<Partial<Record<ServiceKind, MakeService>>>;

const known: Partial<Record<ServiceKind, MakeService>> = {};

export const services: Services = known;

export const knowServices = (more: Services): void => {
  Object.assign(known, more);
};
