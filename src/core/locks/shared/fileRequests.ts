/**
 * A client's requests to a file system. A request without an answer is sent again until it is answered, as with a hard
 * mount. On a network file system the client's kernel answers `stat` from its cache for a while. A mkdir always asks
 * the server, and so do the `stat` after a refused mkdir, a rename, and an open of a file. The kernel's cache of the
 * directory around the lock counts as outdated. Sources: nfs(5), "Attribute caching"; Linux, fs/nfs/dir.c,
 * nfs_do_lookup_revalidate (LOOKUP_EXCL), and fs/utimes.c (ESTALE: utimes looks the path up again, and then changes
 * what is there now).
 */
import { call, mono, type Program, random, sleep } from '../../model/effects/effect';
import { type Argument, command, type Reply } from '../../model/effects/request';
import { choice, seconds } from '../../model/scenario/fields';
import type { LockContext } from '../../model/scenario/lock';
import { elapsed, fromMs, type LocalInstant, type Ms } from '../../model/values/time';

export const fileSystemField = choice({
  label: { en: 'File system', zh: '文件系统' },
  help: {
    en: 'Local: the kernel that all clients share. It does nothing twice, so a lost message here only means that the disk took long. Network: a server of NFS. After its restart it does a request again that was not answered, and says “it exists” of what that request has made.',
    zh: '本地：所有客户端共用一个内核，任何请求都不会做两遍；这里“丢一条消息”只意味着磁盘慢了一阵。网络：一台 NFS 服务器，重启后会把没应答的请求再做一遍，于是对这个请求自己建好的东西回答“已存在”。',
  },
  options: [
    { id: 'local', label: { en: 'local', zh: '本地' } },
    { id: 'network', label: { en: 'network (NFS)', zh: '网络（NFS）' } },
  ],
  default: 'local',
  isOfService: true,
});

export const attributeCacheField = seconds({
  label: { en: 'Attribute cache', zh: '属性缓存' },
  help: {
    en: 'On a network file system: how long the client’s kernel answers stat from memory. nfs(5): 30 s for a directory (acdirmin), and up to 60 s if it does not change; with noac 0. It runs by the monotonic clock.',
    zh: '网络文件系统上：客户端内核用缓存回答 stat 的时间。nfs(5)：目录为 30 秒（acdirmin），没变化则可到 60 秒；noac 时为 0。按单调时钟计。',
  },
  min: 0,
  max: 3600,
  default: 30,
});

interface FileSettings {
  readonly fileSystem: 'local' | 'network';
  readonly attributeCache?: number;
}

type Context = Pick<LockContext<FileSettings>, 'memory' | 'settings'>;

/** What the kernel knows for one process. */
class Kernel {
  /** By path: its time, and when a server reported it. */
  readonly timeCache = new Map<string, { readonly mtime: Ms; readonly at: LocalInstant }>();
}

export const mkdir = (lock: Context, path: string): Program<Reply> => changeOnce(lock, 'MKDIR', path);
export const rmdir = (lock: Context, path: string): Program<Reply> => changeOnce(lock, 'RMDIR', path);
export const unlink = (lock: Context, path: string): Program<Reply> => changeOnce(lock, 'UNLINK', path);
export const rename = (lock: Context, from: string, to: string): Program<Reply> => changeOnce(lock, 'RENAME', from, to);
export const readFile = (path: string): Program<Reply> => ask('READ', path);
export const writeFile = (path: string, text: string): Program<Reply> => ask('WRITE', path, text);

/** Creates the file with this content, or fails with `EEXIST`. */
export const createFile = (lock: Context, path: string, text: string): Program<Reply> =>
  changeOnce(lock, 'CREATE', path, text);

/** The number of this process, and when the kernel started it. */
export function* processNumber(): Program<readonly [number: string, start: string]> {
  const reply = yield* ask('GETPID');
  const [number, start] = reply.kind === 'ok' && Array.isArray(reply.value) ? reply.value : [];
  return [String(number), String(start)];
}

/** Whether the kernel has a process with this number and, unless null, this start. */
export function* isAlive(number: string, start: string | null): Program<boolean> {
  const reply = yield* ask('KILL 0', number, start ?? '');
  return reply.kind === 'ok';
}

/** Takes a lock of the kernel, which the process has until it ends. */
export const lockFile = (path: string, { waits }: { readonly waits: boolean }): Program<Reply> =>
  ask('FLOCK', path, waits ? 'LOCK_EX' : 'LOCK_EX|LOCK_NB');
export const unlockFile = (path: string): Program<Reply> => ask('FLOCK UNLOCK', path);
export const closeFile = (path: string): Program<Reply> => ask('CLOSE', path);

/** The modification time in whole ms, as a Date of Node has it, or the code of the error. */
export function* stat(lock: Context, path: string): Program<Ms | string> {
  const { timeCache } = kernelOf(lock);
  const cacheEntry = timeCache.get(path);
  if (cacheEntry !== undefined && elapsed(cacheEntry.at, yield* mono()) < cachedFor(lock)) return cacheEntry.mtime;
  const reply = yield* ask('STAT', path);
  if (reply.kind !== 'ok') return codeOf(reply);
  const mtime = Math.round(Number(reply.value));
  timeCache.set(path, { mtime, at: yield* mono() });
  return mtime;
}

/** Sets the modification time, whatever is there now. Null: done. */
export function* utimes(lock: Context, path: string, mtime: Ms): Program<string | null> {
  const reply = yield* ask('UTIMES', path, mtime);
  if (reply.kind !== 'ok') return codeOf(reply);
  const { timeCache } = kernelOf(lock);
  const cacheEntry = timeCache.get(path);
  if (cacheEntry !== undefined) timeCache.set(path, { ...cacheEntry, mtime });
  return null;
}

/** `EEXIST`, `ENOENT`, … */
export const codeOf = (reply: Reply): string => (reply.kind === 'error' ? reply.message : reply.kind);

/** Such a request has a number, so that the server notices when it is sent again. */
function* changeOnce(lock: Context, name: string, ...paths: readonly string[]): Program<Reply> {
  const { timeCache } = kernelOf(lock);
  const number = (yield* random('request', 2 ** 32)).toString(16).padStart(8, '0');
  const reply = yield* ask(name, ...paths, number);
  for (const path of paths) timeCache.delete(path);
  if (name === 'MKDIR' && reply.kind === 'ok')
    timeCache.set(String(paths[0]), { mtime: Math.round(Number(reply.value)), at: yield* mono() });
  return reply;
}

const cachedFor = ({ settings: { fileSystem, attributeCache = 0 } }: Context): number =>
  fileSystem === 'network' ? fromMs(attributeCache * 1000) : 0;

/** Sends the request on one connection after the other, until it is answered. */
function* ask(name: string, ...args: readonly Argument[]): Program<Reply> {
  for (;;) {
    const reply = yield* call('service', command(name, ...args), { lossCloses: true });
    if (reply.kind !== 'closed') return reply;
    yield* sleep(fromMs(reconnectDelay));
  }
}

/** How long Linux' client of NFS waits before it connects again (XS_TCP_INIT_REEST_TO). */
const reconnectDelay: Ms = 3000;

function kernelOf({ memory }: Context): Kernel {
  const storedKernel = memory?.get(kernelInMemory);
  if (storedKernel instanceof Kernel) return storedKernel;
  const kernel = new Kernel();
  memory?.set(kernelInMemory, kernel);
  return kernel;
}

const kernelInMemory = 'kernel';
