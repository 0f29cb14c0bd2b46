/**
 * A file system in memory: directories, files, hard links and times, as Linux has them on a local disk. It has no
 * clock, no users, no descriptors and no network: the caller passes the time, and keeps its open files. A call that
 * fails throws a `FileError` and changes nothing. Left out: symbolic links, permissions, limits of lengths, devices.
 * Reading changes no time (`noatime`). A directory has no size, and an inode number is never used twice. Source:
 * POSIX.1, "System Interfaces"; where Linux answers otherwise (EISDIR for the unlink of a directory), man-pages
 * section 2.
 */
import type { Micros } from '../../model/values/time';

export type FileErrorCode = 'EBUSY' | 'EEXIST' | 'EINVAL' | 'EISDIR' | 'ENOENT' | 'ENOTDIR' | 'ENOTEMPTY' | 'EPERM';

export class FileError extends Error {
  constructor(readonly code: FileErrorCode) {
    super(code);
  }
}

/** What `stat` answers. The times are readings of the wall clock where the files are kept. */
export interface FileStat {
  readonly kind: 'file' | 'directory';
  readonly ino: number;
  readonly nlink: number;
  /** In bytes. */
  readonly size: number;
  readonly atime: Micros;
  readonly mtime: Micros;
  readonly ctime: Micros;
  readonly birthtime: Micros;
}

export interface OpenFlags {
  readonly write?: boolean;
  readonly create?: boolean;
  /** With `create`: the name must not exist. */
  readonly exclusive?: boolean;
  readonly truncate?: boolean;
}

export interface FileTimes {
  readonly atime: Micros;
  readonly mtime: Micros;
}

/** An open file. It continues to exist when its last name is gone. */
export type OpenNode = FileNode | DirectoryNode;

interface NodeBase {
  readonly ino: number;
  readonly birthtime: Micros;
  /** How many names it has: 1 for a directory, 0 for what was removed. */
  names: number;
  atime: Micros;
  mtime: Micros;
  ctime: Micros;
}

interface FileNode extends NodeBase {
  readonly kind: 'file';
  bytes: Uint8Array;
}

interface DirectoryNode extends NodeBase {
  readonly kind: 'directory';
  readonly entries: Map<string, OpenNode>;
  /** Null: it is the root. */
  parent: DirectoryNode | null;
}

/** The last part of a path. `.`, `..` and the root are no names: most calls refuse them. */
interface Place {
  readonly parent: DirectoryNode;
  readonly name: string;
  readonly isName: boolean;
  /** The path ends with a slash, so it must be a directory. */
  readonly slash: boolean;
}

/** All paths begin at the root, with or without a slash. */
export class FileTree {
  private inoLast = 0;
  private readonly root: DirectoryNode;

  constructor(at: Micros) {
    this.root = { ...this.newNode(at), kind: 'directory', names: 1, entries: new Map(), parent: null };
  }

  open(path: string, flags: OpenFlags, at: Micros): OpenNode {
    const place = this.placeOf(path);
    if (flags.create && place.isName && place.slash) throw new FileError('EISDIR');
    const node = lookup(place);
    if (node === undefined) {
      if (!flags.create) throw new FileError('ENOENT');
      const file: FileNode = { ...this.newNode(at), kind: 'file', bytes: new Uint8Array() };
      enter(place, file, at);
      return file;
    }
    if (flags.create && flags.exclusive) throw new FileError('EEXIST');
    if (node.kind === 'directory') {
      if (flags.create || flags.write || flags.truncate) throw new FileError('EISDIR');
      return node;
    }
    if (place.slash) throw new FileError('ENOTDIR');
    if (flags.truncate) this.truncate(node, 0, at);
    return node;
  }

  /** All bytes, which the caller must not change. */
  read(node: OpenNode): Uint8Array {
    return fileOf(node).bytes;
  }

  /** Writes from this position on; a gap before it is filled with zeros. At `end`, it appends. */
  write(node: OpenNode, bytes: Uint8Array, position: number | 'end', at: Micros): void {
    const file = fileOf(node);
    if (bytes.length === 0) return;
    const from = position === 'end' ? file.bytes.length : position;
    const written = resized(file.bytes, Math.max(file.bytes.length, from + bytes.length));
    written.set(bytes, from);
    changeContent(file, written, at);
  }

  truncate(node: OpenNode, length: number, at: Micros): void {
    const file = fileOf(node);
    changeContent(file, resized(file.bytes, length), at);
  }

  mkdir(path: string, at: Micros): void {
    const place = this.placeOf(path);
    if (!place.isName || lookup(place) !== undefined) throw new FileError('EEXIST');
    enter(place, { ...this.newNode(at), kind: 'directory', entries: new Map(), parent: place.parent }, at);
  }

  rmdir(path: string, at: Micros): void {
    const place = this.placeOf(path);
    if (!place.isName) throw new FileError(place.name === '.' ? 'EINVAL' : place.name === '..' ? 'ENOTEMPTY' : 'EBUSY');
    const node = lookup(place);
    if (node === undefined) throw new FileError('ENOENT');
    if (node.kind === 'file') throw new FileError('ENOTDIR');
    if (node.entries.size > 0) throw new FileError('ENOTEMPTY');
    leave(place, node, at);
  }

  /** Replaces what has the new name, in one step: a reader always finds the old or the new one. */
  rename(from: string, to: string, at: Micros): void {
    const source = this.placeOf(from);
    const target = this.placeOf(to);
    if (!source.isName || !target.isName) throw new FileError('EBUSY');
    const moved = lookup(source);
    if (moved === undefined) throw new FileError('ENOENT');
    if (moved.kind === 'file' && (source.slash || target.slash)) throw new FileError('ENOTDIR');
    if (moved.kind === 'directory' && isWithin(target.parent, moved)) throw new FileError('EINVAL');
    const replaced = lookup(target);
    if (replaced?.kind === 'directory' && isWithin(source.parent, replaced)) throw new FileError('ENOTEMPTY');
    if (replaced === moved) return;
    if (replaced !== undefined) {
      checkReplaced(moved, replaced);
      leave(target, replaced, at);
    }
    leave(source, moved, at);
    enter(target, moved, at);
  }

  /** A second name for a file. */
  link(from: string, to: string, at: Micros): void {
    const node = this.find(from);
    const place = this.placeOf(to);
    if (!place.isName || lookup(place) !== undefined) throw new FileError('EEXIST');
    if (place.slash) throw new FileError('ENOENT');
    if (node.kind === 'directory') throw new FileError('EPERM');
    enter(place, node, at);
  }

  unlink(path: string, at: Micros): void {
    const place = this.placeOf(path);
    if (!place.isName) throw new FileError('EISDIR');
    const node = lookup(place);
    if (node === undefined) throw new FileError('ENOENT');
    if (node.kind === 'directory') throw new FileError('EISDIR');
    if (place.slash) throw new FileError('ENOTDIR');
    leave(place, node, at);
  }

  utimes(path: string, times: FileTimes, at: Micros): void {
    this.setTimes(this.find(path), times, at);
  }

  /** `utimes` of an open file. */
  setTimes(node: OpenNode, { atime, mtime }: FileTimes, at: Micros): void {
    node.atime = atime;
    node.mtime = mtime;
    node.ctime = at;
  }

  stat(path: string): FileStat {
    return this.statOf(this.find(path));
  }

  /** `stat` of an open file. */
  statOf(node: OpenNode): FileStat {
    const { kind, ino, atime, mtime, ctime, birthtime } = node;
    const size = node.kind === 'file' ? node.bytes.length : 0;
    return { kind, ino, nlink: linksOf(node), size, atime, mtime, ctime, birthtime };
  }

  /** The names in the order in which they were made. */
  readdir(path: string): readonly string[] {
    const node = this.find(path);
    if (node.kind === 'file') throw new FileError('ENOTDIR');
    return [...node.entries.keys()];
  }

  private newNode(at: Micros): NodeBase {
    return { ino: ++this.inoLast, names: 0, birthtime: at, atime: at, mtime: at, ctime: at };
  }

  private find(path: string): OpenNode {
    const place = this.placeOf(path);
    const node = lookup(place);
    if (node === undefined) throw new FileError('ENOENT');
    if (place.slash && node.kind === 'file') throw new FileError('ENOTDIR');
    return node;
  }

  private placeOf(path: string): Place {
    if (path === '') throw new FileError('ENOENT');
    const parts = path.split('/').filter((part) => part !== '');
    const name = parts.pop() ?? '/';
    let parent = this.root;
    for (const part of parts) {
      const next = lookup({ parent, name: part });
      if (next === undefined) throw new FileError('ENOENT');
      if (next.kind === 'file') throw new FileError('ENOTDIR');
      parent = next;
    }
    return { parent, name, isName: !['/', '.', '..'].includes(name), slash: path.endsWith('/') };
  }
}

const lookup = ({ parent, name }: Pick<Place, 'parent' | 'name'>): OpenNode | undefined => {
  if (name === '.' || name === '/') return parent;
  return name === '..' ? (parent.parent ?? parent) : parent.entries.get(name);
};

function enter({ parent, name }: Place, node: OpenNode, at: Micros): void {
  parent.entries.set(name, node);
  node.names++;
  if (node.kind === 'directory') node.parent = parent;
  changed(parent, node, at);
}

function leave({ parent, name }: Place, node: OpenNode, at: Micros): void {
  parent.entries.delete(name);
  node.names--;
  changed(parent, node, at);
}

function changed(parent: DirectoryNode, node: OpenNode, at: Micros): void {
  parent.mtime = at;
  parent.ctime = at;
  node.ctime = at;
}

function checkReplaced(moved: OpenNode, replaced: OpenNode): void {
  if (moved.kind === 'file') {
    if (replaced.kind === 'directory') throw new FileError('EISDIR');
    return;
  }
  if (replaced.kind === 'file') throw new FileError('ENOTDIR');
  if (replaced.entries.size > 0) throw new FileError('ENOTEMPTY');
}

/** Whether this directory is the other one, or somewhere beneath it. */
function isWithin(directory: DirectoryNode, other: DirectoryNode): boolean {
  for (let at: DirectoryNode | null = directory; at !== null; at = at.parent) if (at === other) return true;
  return false;
}

function fileOf(node: OpenNode): FileNode {
  if (node.kind === 'directory') throw new FileError('EISDIR');
  return node;
}

function resized(bytes: Uint8Array, length: number): Uint8Array {
  const result = new Uint8Array(length);
  result.set(bytes.subarray(0, length));
  return result;
}

function changeContent(file: FileNode, bytes: Uint8Array, at: Micros): void {
  file.bytes = bytes;
  file.mtime = at;
  file.ctime = at;
}

/** A directory has one more from itself and one from each directory in it. */
function linksOf(node: OpenNode): number {
  if (node.kind === 'file' || node.names === 0) return node.names;
  return 2 + [...node.entries.values()].filter(({ kind }) => kind === 'directory').length;
}
