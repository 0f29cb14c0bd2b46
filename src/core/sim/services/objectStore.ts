/**
 * An object store as a lock sees it: objects that clients read, write and delete, with or without a condition. An ETag
 * is a checksum of the content, as S3 has it: the same bytes have the same ETag. A generation, as GCS has it, is never
 * used twice. Reads show every earlier write. The store uses no clock, and no object expires. It knows no locks: only
 * for the trace, the first word of a content is its owner, and `expired` says that it has no owner. One store answers
 * both kinds of conditions. A write is one moment here, so two writes never conflict (409 ConditionalRequestConflict).
 * Versions of a bucket, parts and limits of requests are left out. Source: Amazon S3 User Guide, "Conditional
 * requests"; Cloud Storage, "Request preconditions".
 */
import { ok, type Reply, type Request } from '../../model/effects/request';
import { withoutExpiry } from '../../model/trace/trace';
import { checksum } from './checksum';
import { RecordService } from './recordService';
import type { Peer, Service, ServiceWorld } from './service';

interface StoredObject {
  readonly content: readonly (string | number)[];
  readonly etag: string;
  readonly generation: number;
}

export const makeObjectStore = (world: ServiceWorld): Service => new ObjectStore(world);

class ObjectStore extends RecordService {
  private readonly objects = new Map<string, StoredObject>();
  private generation = 0;

  constructor(private readonly world: ServiceWorld) {
    super();
  }

  /** Every object is on several disks. */
  restarted(): number {
    return [...this.objects.values()].filter((object) => ownerOf(object) !== null).length;
  }

  /** As `aws s3 rm` does. */
  freeByHand(key: string): (() => void) | null {
    if (this.ownerAt(key) === null) return null;
    return () => {
      this.objects.delete(key);
      this.world.entryGone(null, key, 'lost');
    };
  }

  protected reply(peer: Peer, { command, args: [name, condition, ...content] }: Request): Reply {
    const key = String(name);
    const storedObject = this.objects.get(key);
    switch (command) {
      case 'GET OBJECT':
        return storedObject === undefined
          ? noSuchKey
          : ok([storedObject.etag, storedObject.generation, ...storedObject.content]);
      case 'PUT OBJECT':
        return refusalOf(String(condition), storedObject) ?? this.put(peer, key, content);
      case 'DELETE OBJECT':
        return refusalOf(String(condition), storedObject) ?? this.remove(peer, key);
      default:
        throw new Error(`The object store knows no ${command}.`);
    }
  }

  /** Answers the new ETag and the new generation. */
  private put(peer: Peer, key: string, content: StoredObject['content']): Reply {
    const written = { content, etag: checksum(content.join(' ')), generation: ++this.generation };
    const before = this.ownerAt(key);
    this.objects.set(key, written);
    const owner = ownerOf(written);
    if (owner !== null && owner !== before) this.world.entrySet(peer, key, owner, withoutExpiry);
    if (owner === null && before !== null) this.world.entryGone(peer, key, 'deleted');
    return ok([written.etag, written.generation]);
  }

  /** Without a condition, deleting an absent object is no error. */
  private remove(peer: Peer, key: string): Reply {
    const before = this.ownerAt(key);
    this.objects.delete(key);
    if (before !== null) this.world.entryGone(peer, key, 'deleted');
    return ok('OK');
  }

  private ownerAt(key: string): string | null {
    const storedObject = this.objects.get(key);
    return storedObject === undefined ? null : ownerOf(storedObject);
  }
}

const ownerOf = ({ content }: StoredObject): string | null => (content.includes('expired') ? null : String(content[0]));

/** Null: the condition holds. */
function refusalOf(condition: string, storedObject: StoredObject | undefined): Reply | null {
  const [header, value = ''] = condition.split(':');
  switch (header) {
    case 'unconditional':
      return null;
    case 'If-None-Match':
      return storedObject === undefined ? null : preconditionFailed;
    case 'If-Match':
      if (storedObject === undefined) return noSuchKey;
      return storedObject.etag === value ? null : preconditionFailed;
    // Generation 0 stands for an object that is not there.
    case 'If-Generation-Match':
      return (storedObject?.generation ?? 0) === Number(value) ? null : preconditionFailed;
    default:
      throw new Error(`The object store knows no condition "${condition}".`);
  }
}

const error = (message: string): Reply => ({ kind: 'error', message });

const noSuchKey = error('404 NoSuchKey: The specified key does not exist.');
const preconditionFailed = error(
  '412 Precondition Failed: At least one of the pre-conditions you specified did not hold',
);
