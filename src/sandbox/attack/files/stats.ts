/** What `stat` and `readdir` return, as objects of Node's own classes. */
import { constants, Dirent, statSync } from 'node:fs';
import { badArgument } from './failure';

const { S_IFDIR, S_IFREG } = constants;

const ofStats: object = Object.getPrototypeOf(statSync('/'));
const ofBigIntStats: object = Object.getPrototypeOf(statSync('/', { bigint: true }));

const usPerMs = 1000;
const nsPerUs = 1000n;

/** As seen by an owner who may read and write it. */
const permissions = { file: 0o644, directory: 0o755 } as const;

/** The parts of an answer. */
export const listIn = (answer: unknown): readonly unknown[] => (Array.isArray(answer) ? answer : []);

export function statsOf(answer: unknown, isBig: boolean): object {
  const [word, ...numbers] = listIn(answer);
  const kind = word === 'directory' ? 'directory' : 'file';
  const [ino = 0, nlink = 0, size = 0, ...times] = numbers.map(Number);
  const mode = (kind === 'directory' ? S_IFDIR : S_IFREG) | permissions[kind];
  const whole = {
    dev: 1,
    mode,
    nlink,
    uid: 0,
    gid: 0,
    rdev: 0,
    blksize: 4096,
    ino,
    size,
    blocks: Math.ceil(size / 512),
  };
  const names = ['atime', 'mtime', 'ctime', 'birthtime'] as const;
  const fields: Record<string, unknown> = {};
  for (const [name, number] of Object.entries(whole)) fields[name] = isBig ? BigInt(number) : number;
  names.forEach((name, index) => {
    const us = times[index] ?? 0;
    fields[`${name}Ms`] = isBig ? BigInt(Math.floor(us / usPerMs)) : us / usPerMs;
    if (isBig) fields[`${name}Ns`] = BigInt(us) * nsPerUs;
    fields[name] = new Date(Math.round(us / usPerMs));
  });
  const stats = Object.create(isBig ? ofBigIntStats : ofStats);
  // In some versions of Node the prototype has setters of these names.
  for (const [name, value] of Object.entries(fields))
    Object.defineProperty(stats, name, { value, writable: true, enumerable: true, configurable: true });
  return stats;
}

/** Types of libuv. */
const [file, directory] = [1, 2];

/** @param entries the answer to READDIR @param folder as it was given */
export function namesOf(
  entries: unknown,
  folder: string,
  { withFileTypes, encoding, recursive }: Readonly<Record<string, unknown>>,
): unknown[] {
  if (recursive === true || encoding === 'buffer')
    throw badArgument('readdir with recursive, or with the encoding buffer, is not simulated.');
  const all = listIn(entries).map((entry) => listIn(entry).map(String));
  if (withFileTypes !== true) return all.map(([name]) => name).sort();
  const sorted = [...all].sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return sorted.map(([name, kind]) =>
    Reflect.construct(Dirent, [name, kind === 'directory' ? directory : file, folder]),
  );
}
