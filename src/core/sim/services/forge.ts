/**
 * A forge as a lock sees it, by the REST API of GitHub: labels and assignees of an issue, files, and branches. Adding
 * an existing label succeeds and changes nothing. A request that replaces or deletes a file names the sha of its
 * content; the same content has the same sha. An absent file is created with any sha. A branch can be created only
 * once. A scheduled job, which is never late, may remove labels and assignees that are old by the forge's own clock.
 * The forge knows no locks: only for the trace, the first name on an issue is its holder, the first word of a file its
 * owner, and `released` says that it has no owner. A write is one moment here, and a read shows every earlier write:
 * commits that collide although they change other files, caches, limits and rights are left out. Sources:
 * docs.github.com, REST API, "Labels", "Issue assignees", "Repository contents" and "Git references" (2022-11-28);
 * what they leave open was measured by pome-sh/digital-twins #400.
 */
import { type Argument, ok, type Reply, type Request } from '../../model/effects/request';
import { type GoneCause, withoutExpiry } from '../../model/trace/trace';
import { fromMs, type Micros } from '../../model/values/time';
import { checksum } from './checksum';
import { RecordService } from './recordService';
import type { Peer, Service, ServiceWorld } from './service';

/** A label or an assignee of an issue. */
interface Name {
  readonly name: string;
  readonly peer: Peer;
  /** When it was added, by the server's monotonic clock. */
  readonly at: Micros;
}

interface StoredFile {
  readonly sha: string;
  readonly content: readonly Argument[];
}

/** Used when a request names no sha. */
const noSha = '-';

export const makeForge = (world: ServiceWorld, { sweptAfter = 0 }: Readonly<Record<string, unknown>>): Service =>
  new Forge(world, fromMs(Number(sweptAfter) * 1000));

class Forge extends RecordService {
  /** By the kind and the issue: `LABEL stock`. */
  private readonly names = new Map<string, readonly Name[]>();
  private readonly files = new Map<string, StoredFile>();
  private readonly refs = new Map<string, string>();

  /** @param sweptAfter 0: there is no such job. */
  constructor(
    private readonly world: ServiceWorld,
    private readonly sweptAfter: Micros,
  ) {
    super();
  }

  override dueAt(): Micros {
    if (this.sweptAfter === 0) return Number.POSITIVE_INFINITY;
    return Math.min(...[...this.names.values()].flat().map(({ at }) => at + this.sweptAfter));
  }

  override elapse(): void {
    if (this.sweptAfter === 0) return;
    const now = this.world.now();
    for (const [key, names] of this.names)
      this.replace(
        key,
        names.filter(({ at }) => at + this.sweptAfter > now),
        null,
        'expired',
      );
  }

  /** Everything is on several disks. */
  restarted(): number {
    const held = [...this.files.values()].filter((file) => ownerOf(file) !== null);
    return [...this.names.values()].flat().length + held.length + this.refs.size;
  }

  /** As on the forge's page: a person removes the label or the assignee, or deletes the file or the branch. */
  freeByHand(target: string): (() => void) | null {
    for (const [key, names] of this.names)
      if (key.endsWith(` ${target}`) && names.length > 0) return () => this.replace(key, names.slice(1), null, 'lost');
    const file = this.files.get(target);
    const store = file !== undefined && ownerOf(file) !== null ? this.files : this.refs.has(target) ? this.refs : null;
    if (store === null) return null;
    return () => {
      store.delete(target);
      this.world.entryGone(null, target, 'lost');
    };
  }

  protected reply(peer: Peer, { command, args }: Request): Reply {
    const [verb = '', kind = ''] = command.split(' ');
    const [target, word = '', ...content] = args;
    const name = String(target);
    switch (kind) {
      case 'LABEL':
      case 'ASSIGNEE':
        return this.aboutNames(verb, peer, { key: `${kind} ${name}`, name: String(word) });
      case 'CONTENTS':
        return this.aboutFile(verb, peer, { path: name, sha: String(word), content });
      case 'REF':
        return this.aboutRef(verb, peer, { ref: name, sha: String(word) });
      default:
        throw new Error(`The forge knows no ${command}.`);
    }
  }

  /** Each answer lists the names. */
  private aboutNames(verb: string, peer: Peer, { key, name }: { readonly key: string; readonly name: string }): Reply {
    const names = this.names.get(key) ?? [];
    const isThere = names.some((one) => one.name === name);
    switch (verb) {
      case 'LIST':
        break;
      case 'ADD':
        if (!isThere) this.replace(key, [...names, { name, peer, at: this.world.now() }], peer);
        break;
      case 'REMOVE':
        if (!isThere && key.startsWith('LABEL')) return error('404 Label does not exist');
        this.replace(
          key,
          names.filter((one) => one.name !== name),
          peer,
        );
        break;
      default:
        throw new Error(`The forge knows no ${verb} for ${key}.`);
    }
    return ok((this.names.get(key) ?? []).map((one) => one.name));
  }

  /** @param by null: no client of the lock. */
  private replace(key: string, names: readonly Name[], by: Peer | null, cause: GoneCause = 'deleted'): void {
    const before = this.names.get(key)?.[0];
    this.names.set(key, names);
    const [first] = names;
    if (first === before) return;
    const issue = key.slice(key.indexOf(' ') + 1);
    if (before !== undefined) this.world.entryGone(by, issue, cause);
    if (first === undefined) return;
    const left = this.sweptAfter === 0 ? withoutExpiry : first.at + this.sweptAfter - this.world.now();
    this.world.entrySet(first.peer, issue, first.name, left);
  }

  /** A PUT answers the new sha. */
  private aboutFile(verb: string, peer: Peer, { path, sha, content }: StoredFile & { readonly path: string }): Reply {
    const storedFile = this.files.get(path);
    if (verb === 'GET') return storedFile === undefined ? notFound : ok([storedFile.sha, ...storedFile.content]);
    if (storedFile === undefined && verb === 'DELETE') return notFound;
    if (storedFile !== undefined && sha === noSha) return error('422 Invalid request. "sha" wasn\'t supplied.');
    if (storedFile !== undefined && sha !== storedFile.sha) return error(`409 ${path} does not match ${sha}`);
    const written = { sha: checksum(content.join(' ')), content };
    if (verb === 'PUT') this.files.set(path, written);
    else if (verb === 'DELETE') this.files.delete(path);
    else throw new Error(`The forge knows no ${verb} of a file.`);

    const before = storedFile === undefined ? null : ownerOf(storedFile);
    const owner = verb === 'PUT' ? ownerOf(written) : null;
    if (owner === null && before !== null) this.world.entryGone(peer, path, 'deleted');
    if (owner !== null && owner !== before) this.world.entrySet(peer, path, owner, withoutExpiry);
    return ok(verb === 'PUT' ? written.sha : 'OK');
  }

  private aboutRef(verb: string, peer: Peer, { ref, sha }: { readonly ref: string; readonly sha: string }): Reply {
    const isThere = this.refs.has(ref);
    switch (verb) {
      case 'CREATE':
        if (isThere) return error('422 Reference already exists');
        this.refs.set(ref, sha);
        this.world.entrySet(peer, ref, sha, withoutExpiry);
        return ok(sha);
      case 'DELETE':
        if (!isThere) return error('422 Reference does not exist');
        this.refs.delete(ref);
        this.world.entryGone(peer, ref, 'deleted');
        return ok('OK');
      default:
        throw new Error(`The forge knows no ${verb} of a reference.`);
    }
  }
}

const ownerOf = ({ content }: StoredFile): string | null => (content.includes('released') ? null : String(content[0]));

const error = (message: string): Reply => ({ kind: 'error', message });

const notFound = error('404 Not Found');
