// Makes each call both on the file system in memory and on a folder of the machine.
import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileError, FileTree, type OpenFlags, type OpenNode } from '../../src/core/sim/services/fileTree';

/** Node's flags for `open`. */
const flagsOf: Record<string, OpenFlags> = {
  r: {},
  'r+': { write: true },
  w: { write: true, create: true, truncate: true },
  'w+': { write: true, create: true, truncate: true },
  wx: { write: true, create: true, exclusive: true },
  'wx+': { write: true, create: true, exclusive: true },
};

const micros = (): number => Date.now() * 1000;
/** A time before 2001 was set by a test. */
const time = (ms: number): string => (ms < 1e12 ? String(ms / 1000) : 'now');

function answer(run: () => unknown): string {
  try {
    return String(run() ?? 'ok');
  } catch (error) {
    if (error instanceof FileError) return error.code;
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

interface Opened {
  readonly fd: number;
  readonly node: OpenNode;
}

/** A folder of the machine, the tree, and what was opened in both. */
export class FileTwins {
  readonly tree = new FileTree(micros());
  private readonly folder = fs.mkdtempSync(join(tmpdir(), 'file-tree-'));
  private readonly opened: Opened[] = [];

  close(): void {
    for (const { fd } of this.opened) fs.closeSync(fd);
    fs.rmSync(this.folder, { recursive: true });
  }

  /** Makes a call on both. A path of the machine begins at its folder. */
  call(line: string): { tree: string; real: string } {
    const [name = '', ...args] = line.split(' ');
    if (name === 'open') return this.open(args);
    return { tree: answer(() => this.onTree(name, args)), real: answer(() => this.onReal(name, args)) };
  }

  /** Each path with what can be seen of it; a node is named by the first of its paths. */
  states(): { tree: string[]; real: string[] } {
    const [tree, real] = [new Map<number, string>(), new Map<number, string>()];
    return {
      tree: this.paths('').map((path) => `${path} ${this.treeState(path)} ${nameOf(tree, path, this.treeIno(path))}`),
      real: this.paths('').map((path) => `${path} ${this.realState(path)} ${nameOf(real, path, this.realIno(path))}`),
    };
  }

  /** When each path's inode was changed last. */
  changes(): { tree: readonly (readonly [string, number])[]; real: readonly (readonly [string, number])[] } {
    const paths = [...this.paths(''), '.'];
    return {
      tree: paths.map((path) => [path, this.tree.stat(path).ctime]),
      real: paths.map((path) => [path, fs.statSync(this.real(path)).ctimeMs]),
    };
  }

  /** The inode numbers of all paths in the tree, and on the machine. */
  inodes(): Map<number, number> {
    return new Map(this.paths('').map((path) => [this.treeIno(path), this.realIno(path)]));
  }

  private open([path = '', letters = '']: string[]): { tree: string; real: string } {
    const opened: { fd?: number; node?: OpenNode } = {};
    const real = answer(() => {
      opened.fd = fs.openSync(this.real(path), letters);
    });
    const tree = answer(() => {
      opened.node = this.tree.open(path, flagsOf[letters] ?? {}, micros());
    });
    const { fd, node } = opened;
    if (fd !== undefined && node !== undefined) this.opened.push({ fd, node });
    return { tree, real };
  }

  private onTree(name: string, [path = '', second = '']: string[]): unknown {
    const { tree } = this;
    switch (name) {
      case 'mkdir':
      case 'rmdir':
      case 'unlink':
        return tree[name](path, micros());
      case 'rename':
      case 'link':
        return tree[name](path, second, micros());
      case 'utimes':
        return tree.utimes(path, { atime: Number(second) * 1e6, mtime: Number(second) * 1e6 }, micros());
      case 'stat':
        return this.treeState(path);
      case 'readdir':
        return tree.readdir(path).toSorted().join('+');
      default:
        return this.onTreeNode(name, path, second);
    }
  }

  private onTreeNode(name: string, handle: string, given: string): unknown {
    const { tree } = this;
    const { node } = this.handle(handle);
    const text = Buffer.from(given);
    switch (name) {
      case 'fread':
        return Buffer.from(tree.read(node)).toString();
      case 'fwrite':
        return tree.write(node, text, 1, micros());
      case 'fappend':
        return tree.write(node, text, 'end', micros());
      case 'ftruncate':
        return tree.truncate(node, Number(given), micros());
      case 'futimes':
        return tree.setTimes(node, { atime: Number(given) * 1e6, mtime: Number(given) * 1e6 }, micros());
      case 'fstat':
        return `${tree.statOf(node).nlink} ${time(tree.statOf(node).mtime / 1000)}`;
      default:
        throw new Error(`The test knows no ${name}.`);
    }
  }

  private onReal(name: string, [first = '', second = '']: string[]): unknown {
    const path = this.real(first);
    switch (name) {
      case 'mkdir':
        return fs.mkdirSync(path);
      case 'rmdir':
        return fs.rmdirSync(path);
      case 'unlink':
        return fs.unlinkSync(path);
      case 'rename':
        return fs.renameSync(path, this.real(second));
      case 'link':
        return fs.linkSync(path, this.real(second));
      case 'utimes':
        return fs.utimesSync(path, Number(second), Number(second));
      case 'stat':
        return this.realState(first);
      case 'readdir':
        return fs.readdirSync(path).toSorted().join('+');
      default:
        return onDescriptor(name, this.handle(first).fd, second);
    }
  }

  private handle(number: string): Opened {
    const found = this.opened[Number(number) % Math.max(1, this.opened.length)];
    if (found === undefined) throw Object.assign(new Error(), { code: 'nothing is open' });
    return found;
  }

  private real(path: string): string {
    // Node's join would remove the dots and slashes that a case is about.
    return path === '' ? '' : `${this.folder}/${path}`;
  }

  private paths(folder: string): string[] {
    const tree = this.tree.readdir(`/${folder}`).map((name) => (folder === '' ? name : `${folder}/${name}`));
    return tree.toSorted().flatMap((path) => [path, ...(this.isDirectory(path) ? this.paths(path) : [])]);
  }

  private isDirectory(path: string): boolean {
    return this.tree.stat(path).kind === 'directory';
  }

  private treeIno(path: string): number {
    return this.tree.stat(path).ino;
  }

  private realIno(path: string): number {
    return fs.statSync(this.real(path)).ino;
  }

  private treeState(path: string): string {
    const { kind, mtime, nlink } = this.tree.stat(path);
    if (kind === 'directory') return `directory ${time(mtime / 1000)} ${this.tree.readdir(path).toSorted().join('+')}`;
    const bytes = this.tree.read(this.tree.open(path, {}, 0));
    return `file ${time(mtime / 1000)} ${nlink} ${Buffer.from(bytes).toString('hex')}`;
  }

  /** The number of links of a directory depends on the kind of file system. */
  private realState(path: string): string {
    const stat = fs.statSync(this.real(path));
    const { mtimeMs, nlink } = stat;
    if (stat.isDirectory()) return `directory ${time(mtimeMs)} ${fs.readdirSync(this.real(path)).toSorted().join('+')}`;
    return `file ${time(mtimeMs)} ${nlink} ${fs.readFileSync(this.real(path)).toString('hex')}`;
  }
}

/** The first path of an inode. */
function nameOf(names: Map<number, string>, path: string, ino: number): string {
  const name = names.get(ino) ?? path;
  names.set(ino, name);
  return name;
}

function onDescriptor(name: string, fd: number, given: string): unknown {
  switch (name) {
    case 'fread': {
      const bytes = Buffer.alloc(1000);
      return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, 1000, 0));
    }
    case 'fwrite':
      return void fs.writeSync(fd, given, 1);
    case 'fappend':
      return void fs.writeSync(fd, given, fs.fstatSync(fd).size);
    case 'ftruncate':
      return fs.ftruncateSync(fd, Number(given));
    case 'futimes':
      return fs.futimesSync(fd, Number(given), Number(given));
    case 'fstat':
      return `${fs.fstatSync(fd).nlink} ${time(fs.fstatSync(fd).mtimeMs)}`;
    default:
      throw new Error(`The test knows no ${name}.`);
  }
}
