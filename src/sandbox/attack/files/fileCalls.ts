/**
 * The calls of the simulated file system, each as a request of words and numbers, on a tree over the disk. For the trace
 * it reports the names that were taken exclusively (a directory made, a file created with O_EXCL, a link, the target of
 * a rename), and what becomes of them.
 */

import { ok, type Reply, type Request, type Value } from '../../../core/model/effects/request';
import { fromBytes, toBytes } from '../../../core/model/values/bytes';
import type { Micros } from '../../../core/model/values/time';
import { FileError, type FileStat, type OpenNode } from '../../../core/sim/services/fileTree';
import { onDisk } from './disk';
import { CallError, OverlaidTree, Unreadable } from './overlaidTree';

/** Is notified of what becomes of the names that were taken exclusively. */
export interface NamesHeard {
  readonly set: (name: string, value: string) => void;
  readonly gone: (name: string) => void;
}

/** The longest file. */
const bytesMost = 32 * 2 ** 20;
const valueMost = 40;

/** The answer to a call that is not simulated begins with this. */
export const notSimulated = 'not simulated: ';

export class FileCalls {
  private readonly files = new OverlaidTree();
  private readonly opened = new Map<number, { readonly node: OpenNode; readonly path: string }>();
  private openedLast = 0;
  private readonly usedNames = new Set<string>();

  /** @param folder absolute: where relative paths begin */
  constructor(private readonly folder: string) {}

  /** How many names are taken. */
  get takenCount(): number {
    return this.usedNames.size;
  }

  /** @param at when the call is done, by the clock of the client that asks */
  serve(request: Request, at: Micros, listener: NamesHeard): Reply {
    try {
      return ok(this.perform(request, at, listener));
    } catch (error) {
      if (error instanceof FileError || error instanceof CallError) return { kind: 'error', message: error.code };
      if (error instanceof Unreadable) return { kind: 'error', message: `${notSimulated}${error.message}` };
      throw error;
    }
  }

  private perform({ command, args }: Request, at: Micros, listener: NamesHeard): Value {
    const [first = '', second = '', third = ''] = args;
    const { tree } = this.files;
    switch (command) {
      case 'OPEN':
        return this.open(String(first), String(second), at, listener);
      case 'CLOSE':
        this.opened.delete(Number(first));
        return 'OK';
      case 'READ':
        return this.read(Number(first), Number(second), Number(third));
      case 'WRITE':
        return this.write(Number(first), second, String(third), at, listener);
      case 'TRUNCATE':
        if (Number(second) > bytesMost) throw new CallError('EFBIG');
        tree.truncate(this.nodeOf(Number(first)), Number(second), at);
        return 'OK';
      case 'FSTAT':
        return words(tree.statOf(this.nodeOf(Number(first))));
      case 'FUTIMES':
        tree.setTimes(this.nodeOf(Number(first)), { atime: Number(second), mtime: Number(third) }, at);
        return this.touched(this.opened.get(Number(first))?.path ?? '', listener);
      default:
        return this.performOnPath(command, args.map(String), at, listener);
    }
  }

  private performOnPath(
    command: string,
    [first = '', second = '', third = '']: readonly string[],
    at: Micros,
    listener: NamesHeard,
  ): Value {
    const { tree } = this.files;
    const path = command === 'LSTAT' || changesName.has(command) ? this.withoutLink(first) : this.placed(first);
    switch (command) {
      case 'STAT':
      case 'LSTAT':
        return words(tree.statOf(this.files.filled(tree.open(path, {}, at))));
      case 'REALPATH':
        tree.stat(path);
        return path;
      case 'READDIR':
        return this.files.readdir(path).map((name) => [name, tree.stat(`${path === '/' ? '' : path}/${name}`).kind]);
      case 'UTIMES':
        tree.utimes(path, { atime: Number(second), mtime: Number(third) }, at);
        return this.touched(path, listener);
      case 'MKDIR':
        tree.mkdir(path, at);
        return this.took(path, listener);
      case 'RMDIR':
        if (this.files.isOfDisk(path)) this.files.readdir(path);
        tree.rmdir(path, at);
        return this.left(path, listener);
      case 'UNLINK':
        tree.unlink(path, at);
        return this.left(path, listener);
      case 'LINK': {
        const to = this.placed(second);
        this.files.filled(tree.open(path, {}, at));
        tree.link(path, to, at);
        return this.took(to, listener);
      }
      case 'RENAME':
        return this.rename(path, this.withoutLink(second), at, listener);
      default:
        throw new Error(`The file system knows no ${command}.`);
    }
  }

  private rename(from: string, to: string, at: Micros, listener: NamesHeard): Value {
    // Its files on the disk would not move with it.
    if (this.files.isOfDisk(from)) throw new Unreadable(`rename of the folder ${from}`);
    this.files.tree.rename(from, to, at);
    if (from === to) return 'OK';
    this.left(from, listener);
    return this.took(to, listener);
  }

  private open(fileName: string, how: string, at: Micros, listener: NamesHeard): Value {
    const path = this.placed(fileName);
    const has = (flag: string): boolean => how.split(',').includes(flag);
    const [create, exclusive] = [has('create'), has('create') && has('exclusive')];
    // If it were truncated before it is read from the disk, that reading would fill it again.
    if (has('truncate') && !exclusive) this.fillAt(path);
    const node = this.files.tree.open(path, { create, exclusive, write: has('write'), truncate: has('truncate') }, at);
    this.files.filled(node);
    const handle = ++this.openedLast;
    this.opened.set(handle, { node, path });
    if (exclusive) this.took(path, listener);
    else if (has('truncate')) this.touched(path, listener);
    return handle;
  }

  private fillAt(path: string): void {
    try {
      this.files.filled(this.files.tree.open(path, {}, 0));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
    }
  }

  /** @param position −1: from the start to the end */
  private read(handle: number, position: number, length: number): Value {
    const bytes = this.files.tree.read(this.nodeOf(handle));
    return fromBytes(position < 0 ? bytes : bytes.subarray(position, position + length));
  }

  private write(handle: number, position: string | number, text: string, at: Micros, listener: NamesHeard): Value {
    const node = this.nodeOf(handle);
    const bytes = toBytes(text);
    const from = position === 'end' ? position : Number(position);
    if (from !== 'end' && from + bytes.length > bytesMost) throw new CallError('EFBIG');
    this.files.tree.write(node, bytes, from, at);
    this.touched(this.opened.get(handle)?.path ?? '', listener);
    return bytes.length;
  }

  private nodeOf(handle: number): OpenNode {
    const opened = this.opened.get(handle);
    if (opened === undefined) throw new CallError('EBADF');
    return opened.node;
  }

  private placed(path: string): string {
    return this.files.placed(path.startsWith('/') ? path : `${this.folder}/${path}`);
  }

  /** The same for calls on a name itself. A link of the disk is left alone. */
  private withoutLink(path: string): string {
    const whole = path.startsWith('/') ? path : `${this.folder}/${path}`;
    const trimmed = whole.replace(/\/+$/, '');
    const cut = trimmed.lastIndexOf('/');
    const last = trimmed.slice(cut + 1);
    if (last === '' || last === '.' || last === '..') return this.placed(path);
    const folder = this.files.placed(`${trimmed.slice(0, cut)}/`).replace(/\/$/, '');
    if (onDisk(`${folder}/${last}`).kind === 'link') throw new Unreadable(`a link, ${folder}/${last},`);
    return this.files.placed(`${folder}/${last}${whole.endsWith('/') ? '/' : ''}`);
  }

  private took(path: string, listener: NamesHeard): Value {
    this.usedNames.add(trimmedOf(path));
    return this.touched(path, listener);
  }

  private touched(path: string, listener: NamesHeard): Value {
    const name = trimmedOf(path);
    if (this.usedNames.has(name)) listener.set(this.formatPath(name), this.valueAt(name));
    return 'OK';
  }

  private left(path: string, listener: NamesHeard): Value {
    const name = trimmedOf(path);
    if (this.usedNames.delete(name)) listener.gone(this.formatPath(name));
    return 'OK';
  }

  /** A file's content, for the picture. */
  private valueAt(path: string): string {
    const { tree } = this.files;
    if (tree.stat(path).kind === 'directory') return 'folder';
    const text = fromBytes(tree.read(tree.open(path, {}, 0)).subarray(0, valueMost));
    return text.trim() === '' ? 'empty' : text.replaceAll(/\s+/g, ' ');
  }

  /** A slash in a name would mean a place in a queue. */
  private formatPath(path: string): string {
    const within = path.startsWith(`${this.folder}/`) ? path.slice(this.folder.length + 1) : path.slice(1);
    return within.replaceAll('/', ' › ').replaceAll('#', '＃');
  }
}

const changesName: ReadonlySet<string> = new Set(['RMDIR', 'UNLINK', 'RENAME', 'LINK']);

const trimmedOf = (path: string): string => path.replace(/\/+$/, '') || '/';

const words = ({ kind, ino, nlink, size, atime, mtime, ctime, birthtime }: FileStat): Value => [
  kind,
  ...[ino, nlink, size, atime, mtime, ctime, birthtime],
];
