/**
 * A file system as locks see it: a tree of files (`fileTree.ts`) in the machine's kernel or in an NFS server. Its wall
 * clock dates each change, unless a client sets the time. It remembers its answer to each request that cannot be done
 * twice, and gives the same answer when the request is sent again. An NFS server remembers answers only in memory:
 * after a restart it does the request once more, and may report that a directory exists although the same request made
 * it. Files stay. Only for the trace, `stock.lock` and `stock.json` are locks of `stock`, and belong to the client
 * that made them. The kernel's own locks are in `kernelLocks.ts`. Sources: link(2), rename(2) and nfs(5) of Linux; RFC
 * 1813, section 4.3, duplicate request cache.
 */

import { ok, type Reply, type Request } from '../../model/effects/request';
import { type GoneCause, withoutExpiry, withSession } from '../../model/trace/trace';
import { fromBytes, toBytes } from '../../model/values/bytes';
import { fromMs, type Micros, toMs } from '../../model/values/time';
import { FileError, FileTree } from './fileTree';
import { KernelLocks } from './kernelLocks';
import { ProcessTable } from './processTable';
import type { DatabaseWorld, MakeService, Peer, Service, ServiceCall } from './service';

export const makeFileSystem: MakeService = (world, settings) => new FileSystem(world, settings);

class FileSystem implements Service {
  private readonly tree: FileTree;
  /** The answers to requests that cannot be done twice, by the number that the request has. */
  private readonly answered = new Map<string, Reply>();
  /** The owners of the locks that the trace shows. */
  private readonly owners = new Map<string, string>();
  private readonly isNetwork: boolean;
  private readonly kernelLocks: KernelLocks;
  private readonly processes: ProcessTable;

  constructor(
    private readonly world: DatabaseWorld,
    { fileSystem, serverLease, inherited, numbers }: Parameters<MakeService>[1],
  ) {
    this.processes = new ProcessTable(numbers === 'containers' || numbers === 'reused' ? numbers : 'distinct');
    this.tree = new FileTree(world.wall());
    this.isNetwork = fileSystem === 'network';
    this.kernelLocks = new KernelLocks(world, {
      lease: this.isNetwork ? fromMs(Number(serverLease) * 1000) : Number.POSITIVE_INFINITY,
      inherits: inherited === true,
      taken: (peer, path) => this.show(peer, path, `process ${peer.index}`, withSession),
      freed: (by, path) => this.gone(by, path, by === null ? 'expired' : 'deleted'),
    });
  }

  serve(call: ServiceCall): void {
    const { peer, request, answer } = call;
    const path = String(request.args[0]);
    switch (request.command) {
      case 'GETPID':
        return answer(ok(this.processes.numberOf(peer)));
      case 'KILL 0':
        return answer(this.processes.isThere(peer, path, String(request.args[1] ?? '')) ? ok('OK') : noSuchProcess);
      case 'FLOCK':
        return this.kernelLocks.lock(path, call, { waits: request.args[1] === 'LOCK_EX' });
      case 'FLOCK UNLOCK':
      case 'CLOSE':
        return answer(this.kernelLocks.unlock(path, peer));
      default:
        return answer(this.onceEach(peer, request));
    }
  }

  /** A file belongs to no connection, but the kernel’s locks do to a process. */
  disconnected(peer: Peer): void {
    this.kernelLocks.ended(peer);
    this.processes.ended(peer);
  }

  dueAt(): Micros {
    return this.kernelLocks.dueAt();
  }

  elapse(): void {
    this.kernelLocks.elapse();
  }

  /** What is on the disk stays. */
  restarted(): number {
    if (this.isNetwork) this.answered.clear();
    this.kernelLocks.restarted();
    return this.owners.size;
  }

  /** As `rm -r` does. A lock of the kernel ends only with its process. */
  freeByHand(entry: string): (() => void) | null {
    if (this.kernelLocks.count > 0) return this.kernelLocks.endChild(`${entry}.lock`);
    if (!this.owners.has(entry)) return null;
    return () => {
      const at = this.world.wall();
      const path = this.tree.readdir('/').includes(`${entry}.lock`) ? `${entry}.lock` : `${entry}.json`;
      if (this.tree.stat(path).kind === 'directory') this.tree.rmdir(path, at);
      else this.tree.unlink(path, at);
      this.owners.delete(entry);
      this.world.entryGone(null, entry, 'lost');
    };
  }

  private onceEach(peer: Peer, request: Request): Reply {
    const number = numberOf(request);
    if (number === null) return this.reply(peer, request);
    const reply = this.answered.get(number) ?? this.reply(peer, request);
    this.answered.set(number, reply);
    return reply;
  }

  private reply(peer: Peer, request: Request): Reply {
    try {
      return this.perform(peer, request);
    } catch (error) {
      if (error instanceof FileError) return { kind: 'error', message: error.code };
      throw error;
    }
  }

  private perform(peer: Peer, { command, args: [first, second] }: Request): Reply {
    const path = String(first);
    const at = this.world.wall();
    switch (command) {
      case 'MKDIR':
        this.tree.mkdir(path, at);
        this.show(peer, path, `inode ${this.tree.stat(path).ino}`);
        return this.attributes(path);
      case 'CREATE':
        this.tree.open(path, { create: true, exclusive: true, write: true }, at);
        this.write(path, String(second));
        this.show(peer, path, `inode ${this.tree.stat(path).ino}`);
        return ok('OK');
      case 'RMDIR':
        this.tree.rmdir(path, at);
        return this.gone(peer, path);
      case 'STAT':
        return this.attributes(path);
      case 'UTIMES': {
        const mtime = fromMs(Number(second));
        this.tree.utimes(path, { atime: mtime, mtime }, at);
        return this.attributes(path);
      }
      case 'READ':
        return ok(fromBytes(this.tree.read(this.tree.open(path, {}, at))));
      case 'WRITE':
        return this.write(path, String(second));
      case 'RENAME':
        return this.rename(peer, path, String(second));
      case 'UNLINK':
        this.tree.unlink(path, at);
        return this.gone(peer, path);
      default:
        throw new Error(`The file system knows no ${command}.`);
    }
  }

  /** The modification time, in ms. */
  private attributes(path: string): Reply {
    return ok(toMs(this.tree.stat(path).mtime));
  }

  /** Replaces the content, or makes the file. */
  private write(path: string, text: string): Reply {
    const at = this.world.wall();
    const file = this.tree.open(path, { create: true, write: true, truncate: true }, at);
    this.tree.write(file, toBytes(text), 0, at);
    return ok('OK');
  }

  private rename(peer: Peer, from: string, to: string): Reply {
    const at = this.world.wall();
    const text = fromBytes(this.tree.read(this.tree.open(from, {}, at)));
    this.tree.rename(from, to, at);
    this.show(peer, to, ownerIn(text));
    return ok('OK');
  }

  private show(peer: Peer, path: string, owner: string, expiresIn = withoutExpiry): void {
    const entry = lockOf(path);
    if (entry === null || this.owners.get(entry) === owner) return;
    this.owners.set(entry, owner);
    this.world.entrySet(peer, entry, owner, expiresIn);
  }

  private gone(by: Peer | null, path: string, cause: GoneCause = 'deleted'): Reply {
    const entry = lockOf(path);
    if (entry !== null && this.owners.delete(entry)) this.world.entryGone(by, entry, cause);
    return ok('OK');
  }
}

const noSuchProcess: Reply = { kind: 'error', message: 'ESRCH' };

/** Null: the trace does not show it. */
const lockOf = (path: string): string | null => /^(.+)\.(lock|json)$/.exec(path)?.[1] ?? null;

const ownerIn = (content: string): string => /"owner":"([^"]*)"/.exec(content)?.[1] ?? content;

/** The number of a request that cannot be done twice. Null: doing it again changes nothing more. */
function numberOf({ command, args }: Request): string | null {
  switch (command) {
    case 'MKDIR':
    case 'RMDIR':
    case 'UNLINK':
      return String(args[1]);
    case 'CREATE':
    case 'RENAME':
      return String(args[2]);
    default:
      return null;
  }
}
