/**
 * The machine's own files, which code reads through the simulated file system. Nothing is ever written here. What was
 * read is kept, so that all runs see the same. Its times are 0.
 */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { currentProcess, setCurrentProcess } from '../../realm/guest/guestIncarnation';

export type OnDisk =
  | { readonly kind: 'file'; readonly bytes: () => Uint8Array }
  | { readonly kind: 'directory'; readonly names: () => readonly string[] }
  | { readonly kind: 'link'; readonly to: string }
  /** A device, a pipe, a socket, or a file that may not be read. */
  | { readonly kind: 'other' }
  | { readonly kind: 'missing' };

/** A longer file is not read. */
const bytesMost = 32 * 2 ** 20;

const cache = new Map<string, OnDisk>();

/** @param path absolute, without links in its folder */
export function onDisk(path: string): OnDisk {
  const before = cache.get(path);
  if (before !== undefined) return before;
  const entry = byNode(() => look(path));
  cache.set(path, entry);
  return entry;
}

function look(path: string): OnDisk {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { kind: 'missing' };
  if (stat.isSymbolicLink()) return { kind: 'link', to: resolve(join(path, '..'), readlinkSync(path)) };
  if (stat.isDirectory()) return { kind: 'directory', names: once(() => readdirSync(path)) };
  if (!stat.isFile() || stat.size > bytesMost) return { kind: 'other' };
  return { kind: 'file', bytes: once(() => readFileSync(path)) };
}

/** Runs something while no client's code runs, so that the functions of `fs`, which call each other, are Node's own. */
function byNode<T>(run: () => T): T {
  const life = currentProcess();
  setCurrentProcess(null);
  try {
    return run();
  } finally {
    setCurrentProcess(life);
  }
}

function once<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: byNode(make) };
    return result.value;
  };
}
