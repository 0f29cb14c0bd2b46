/**
 * A file tree that lies over the machine's disk. A file or directory of the disk enters the tree when a path first leads
 * to it; from then on the tree alone counts, so what was deleted stays deleted. Links of the disk are followed. It knows
 * no clock and no client.
 */
import { FileError, FileTree, type OpenNode } from '../../../core/sim/services/fileTree';
import { onDisk } from './disk';

/** Whatever is on the disk is as old as the simulated clocks can tell. */
const longAgo = 0;

/** The longest chain of links, as in Linux. */
const linksMost = 40;

export class OverlaidTree {
  readonly tree = new FileTree(longAgo);
  /** The absolute paths that have been looked up on the disk. */
  private readonly entered = new Set<string>(['/']);
  /** Files of the disk whose content has not been read yet, by inode. */
  private readonly unread = new Map<number, () => Uint8Array>();
  /** The directories that were on the disk, by inode. */
  private readonly ofDisk = new Set<number>();

  /**
   * The path without links and dots, with everything of the disk on it in the tree. A missing last part is no error.
   *
   * @param path absolute
   */
  placed(path: string): string {
    const parts = path.split('/').filter((part) => part !== '');
    let at = '';
    let links = 0;
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      if (part === '.') continue;
      if (part === '..') {
        if (this.tree.stat(at || '/').kind !== 'directory') throw new FileError('ENOTDIR');
        at = at.slice(0, Math.max(0, at.lastIndexOf('/')));
        continue;
      }
      const next = `${at}/${part}`;
      const link = this.enter(next);
      if (link === null) {
        at = next;
        continue;
      }
      if (++links > linksMost) throw new CallError('ELOOP');
      parts.unshift(...link.split('/').filter((one) => one !== ''));
      at = '';
    }
    return `${at || '/'}${path.endsWith('/') && at !== '' ? '/' : ''}`;
  }

  /** All names in a directory, those of the disk too. @param path as `placed` returns it */
  readdir(path: string): readonly string[] {
    const entry = onDisk(path);
    if (entry.kind === 'directory' && this.isOfDisk(path))
      for (const name of entry.names()) this.enter(`${path === '/' ? '' : path}/${name}`);
    return this.tree.readdir(path);
  }

  /** Reads the content of a file of the disk before its first use. */
  filled(node: OpenNode): OpenNode {
    const bytes = this.unread.get(node.ino);
    if (bytes === undefined) return node;
    this.unread.delete(node.ino);
    const { atime, mtime, ctime } = this.tree.statOf(node);
    this.tree.write(node, bytes(), 0, longAgo);
    this.tree.setTimes(node, { atime, mtime }, ctime);
    return node;
  }

  /** Whether a directory was on the disk, and not made by the code. @param path as `placed` returns it */
  isOfDisk(path: string): boolean {
    try {
      return path === '/' || this.ofDisk.has(this.tree.stat(path).ino);
    } catch (error) {
      if (error instanceof FileError) return false;
      throw error;
    }
  }

  /** Takes a path from the disk into the tree, once. @returns where a link of the disk leads; null: it is no link */
  private enter(path: string): string | null {
    const entry = onDisk(path);
    if (entry.kind === 'link') return entry.to;
    if (this.entered.has(path)) return null;
    this.entered.add(path);
    if (entry.kind === 'missing') return null;
    const parent = path.slice(0, path.lastIndexOf('/')) || '/';
    // Its directory was deleted, or is another one now.
    if (!this.isOfDisk(parent)) return null;
    if (entry.kind === 'other') throw new Unreadable(path);
    const before = this.tree.stat(parent);
    if (entry.kind === 'directory') {
      this.tree.mkdir(path, longAgo);
      this.ofDisk.add(this.tree.stat(path).ino);
    } else this.unread.set(this.tree.statOf(this.tree.open(path, { create: true }, longAgo)).ino, entry.bytes);
    this.tree.utimes(parent, before, before.ctime);
    return null;
  }
}

/** The disk has neither a directory nor a readable file there. */
export class Unreadable extends Error {
  constructor(path: string) {
    super(`${path} of the disk`);
  }
}

/** An error that the tree itself does not know, by its code. */
export class CallError extends Error {
  constructor(readonly code: 'EBADF' | 'EFBIG' | 'ELOOP') {
    super(code);
  }
}
