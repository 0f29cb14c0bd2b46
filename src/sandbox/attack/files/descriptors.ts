/** What a process has opened: its descriptors, each with its position. Each life has its own. */
import { current, type GuestIncarnation } from '../../realm/guest/guestIncarnation';
import type { Flags } from './arguments';
import { failure } from './failure';

export interface Opened {
  /** Its number in the file system. */
  readonly handle: number;
  readonly flags: Flags;
  /** The path as it was given. */
  readonly path: string;
  /** Where the next read or write without a position begins. */
  position: number;
}

/** Node's own descriptors are below it. */
const firstDescriptor = 20;

const tables = new WeakMap<GuestIncarnation, Map<number, Opened>>();

function table(): Map<number, Opened> {
  const life = current();
  const descriptors = tables.get(life) ?? new Map<number, Opened>();
  tables.set(life, descriptors);
  return descriptors;
}

export function describe(opened: Opened): number {
  const all = table();
  let descriptor = firstDescriptor;
  while (all.has(descriptor)) descriptor++;
  all.set(descriptor, opened);
  return descriptor;
}

/** @param syscall for the error. The terminal is not simulated, and its descriptors are refused. */
export function openedAs(descriptor: unknown, syscall: string): Opened {
  const opened = table().get(Number(descriptor));
  if (opened !== undefined) return opened;
  if (Number(descriptor) <= 2)
    throw current().refuse(`${syscall} of node:fs is not simulated for descriptor ${descriptor}, the terminal.`);
  throw failure('EBADF', syscall);
}

export const forget = (descriptor: number): void => void table().delete(descriptor);
