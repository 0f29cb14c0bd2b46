/**
 * ZooKeeper's tree of znodes, and the sessions that watch them. It has no network, no session timeout and no clock:
 * the caller passes the session and the zxid. Source: zookeeper.apache.org, "Programmer's Guide"; the errors are its
 * KeeperException codes.
 */
import type { Value } from '../../model/effects/request';

/** The codes of KeeperException with which a request can be refused. */
export type Refusal = 'NoNode' | 'NodeExists' | 'BadVersion' | 'NotEmpty' | 'NoChildrenForEphemerals' | 'BadArguments';

export type EventType = 'NodeCreated' | 'NodeDeleted' | 'NodeDataChanged' | 'NodeChildrenChanged';

/** One watch that fired. */
export interface WatchEvent {
  readonly session: number;
  readonly type: EventType;
  readonly path: string;
}

interface Znode {
  data: string;
  readonly czxid: number;
  mzxid: number;
  version: number;
  /** The session that removes it when it ends. 0: it is persistent. */
  readonly ephemeralOwner: number;
  /** Created with the first child, because most znodes have no children. */
  children: Set<string> | null;
  /** How many children it has ever had, which is the number of its next sequential child. */
  childrenEver: number;
}

export interface Creation {
  readonly path: string;
  readonly data: string;
  readonly sequential: boolean;
  /** 0: persistent. */
  readonly ephemeralOwner: number;
}

/** The result of a change, and the watches that it fired, in the order in which their sessions must see them. */
export interface Change<T> {
  readonly result: T;
  readonly events: readonly WatchEvent[];
}

/** An answer, or the code of a refusal. A refused request has changed nothing. */
export type AnswerOrRefusal<T> = T | Refusal;

export const isRefusal = <T extends object>(answer: AnswerOrRefusal<T>): answer is Refusal =>
  typeof answer === 'string';

const sequenceDigits = 10;

export class ZookeeperTree {
  private readonly nodes = new Map<string, Znode>([['/', newNode('', 0, 0)]]);
  /**
   * From path to sessions, in the order of registration. `exists` and `getData` share the first map, as in ZooKeeper.
   */
  private readonly dataWatches = new Map<string, Set<number>>();
  private readonly childWatches = new Map<string, Set<number>>();

  /** Creates a znode. The result is its path, which for a sequential znode includes the number. */
  create({ path, data, sequential, ephemeralOwner }: Creation, zxid: number): AnswerOrRefusal<Change<string>> {
    if (!path.includes('/')) return 'BadArguments';
    const parent = this.nodes.get(parentOf(path));
    if (!parent) return 'NoNode';
    const created = sequential ? path + String(parent.childrenEver).padStart(sequenceDigits, '0') : path;
    if (!isValid(created)) return 'BadArguments';
    if (this.nodes.has(created)) return 'NodeExists';
    if (parent.ephemeralOwner !== 0) return 'NoChildrenForEphemerals';
    this.nodes.set(created, newNode(data, zxid, ephemeralOwner));
    parent.children ??= new Set();
    parent.children.add(nameOf(created));
    parent.childrenEver++;
    const events = fire(this.dataWatches, created, 'NodeCreated').concat(this.childrenChanged(created));
    return { result: created, events };
  }

  private childrenChanged(path: string): readonly WatchEvent[] {
    return this.childWatches.size === 0 ? nobody : fire(this.childWatches, parentOf(path), 'NodeChildrenChanged');
  }

  /**
   * Deletes a znode. The result is the session that would have removed it.
   *
   * @param version −1: any version.
   */
  delete(path: string, version: number): AnswerOrRefusal<Change<number>> {
    if (path === '/' || !path.includes('/')) return 'BadArguments';
    const node = this.nodes.get(path);
    if (!node) return 'NoNode';
    if (version >= 0 && version !== node.version) return 'BadVersion';
    if (node.children !== null && node.children.size > 0) return 'NotEmpty';
    this.nodes.delete(path);
    this.nodes.get(parentOf(path))?.children?.delete(nameOf(path));
    // A session that watches both the data and the children of a znode is notified of the deletion once.
    const notified = fire(this.dataWatches, path, 'NodeDeleted');
    const others = fire(this.childWatches, path, 'NodeDeleted').filter(
      ({ session }) => !notified.some((event) => event.session === session),
    );
    return { result: node.ephemeralOwner, events: notified.concat(others, this.childrenChanged(path)) };
  }

  setData(
    { path, data, version }: { readonly path: string; readonly data: string; readonly version: number },
    zxid: number,
  ): AnswerOrRefusal<Change<readonly Value[]>> {
    const node = this.nodes.get(path);
    if (!node) return 'NoNode';
    if (version >= 0 && version !== node.version) return 'BadVersion';
    node.data = data;
    node.version++;
    node.mzxid = zxid;
    return { result: statOf(node), events: fire(this.dataWatches, path, 'NodeDataChanged') };
  }

  /** Returns whether a znode exists. The watch stays in both cases: on a missing znode, it reports the creation. */
  exists(path: string, watcher: number | null): AnswerOrRefusal<readonly Value[]> {
    watch(this.dataWatches, path, watcher);
    const node = this.nodes.get(path);
    return node ? statOf(node) : 'NoNode';
  }

  /** A refused request leaves no watch behind. */
  getData(path: string, watcher: number | null): AnswerOrRefusal<readonly Value[]> {
    const node = this.nodes.get(path);
    if (!node) return 'NoNode';
    watch(this.dataWatches, path, watcher);
    return [node.data, ...statOf(node)];
  }

  /** The children's names without the path. Their order has no meaning. */
  children(path: string, watcher: number | null): AnswerOrRefusal<readonly Value[]> {
    const node = this.nodes.get(path);
    if (!node) return 'NoNode';
    watch(this.childWatches, path, watcher);
    return [...(node.children ?? [])];
  }

  /** The znodes that end with a session, in the order of their creation. */
  ephemeralsOf(session: number): readonly string[] {
    return [...this.nodes].filter(([, { ephemeralOwner }]) => ephemeralOwner === session).map(([path]) => path);
  }

  /** The oldest znode that ends with a session, at this path or below it. */
  firstEphemeralOf(path: string): string | undefined {
    return [...this.nodes].find(
      ([at, { ephemeralOwner }]) => ephemeralOwner !== 0 && (at === path || at.startsWith(`${path}/`)),
    )?.[0];
  }

  /** Watches belong to a connection and end with it. */
  forgetWatches(session: number): void {
    for (const watches of [this.dataWatches, this.childWatches])
      for (const sessions of watches.values()) sessions.delete(session);
  }

  get ephemeralCount(): number {
    let count = 0;
    for (const { ephemeralOwner } of this.nodes.values()) if (ephemeralOwner !== 0) count++;
    return count;
  }
}

function watch(watches: Map<string, Set<number>>, path: string, session: number | null): void {
  if (session === null) return;
  const sessions = watches.get(path) ?? new Set();
  watches.set(path, sessions.add(session));
}

const nobody: readonly WatchEvent[] = [];

/** Fires the watches on a path and forgets them. */
function fire(watches: Map<string, Set<number>>, path: string, type: EventType): readonly WatchEvent[] {
  const sessions = watches.get(path);
  if (sessions === undefined) return nobody;
  watches.delete(path);
  return Array.from(sessions, (session) => ({ session, type, path }));
}

const newNode = (data: string, zxid: number, ephemeralOwner: number): Znode => ({
  data,
  czxid: zxid,
  mzxid: zxid,
  version: 0,
  ephemeralOwner,
  children: null,
  childrenEver: 0,
});

/** czxid, mzxid, version, ephemeralOwner, numChildren. */
const statOf = ({ czxid, mzxid, version, ephemeralOwner, children }: Znode): readonly Value[] => [
  czxid,
  mzxid,
  version,
  sessionName(ephemeralOwner),
  children?.size ?? 0,
];

/** The name of a session: `0x1`, as ZooKeeper shows it; `0x0` when there is none. */
export const sessionName = (id: number): string => `0x${id.toString(16)}`;

const isValid = (path: string): boolean => /^\/$|^(\/[^/]+)+$/.test(path);

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
