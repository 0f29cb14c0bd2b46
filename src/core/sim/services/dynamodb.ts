/**
 * A table of DynamoDB as locks need it: items that clients read, put, update and delete under a condition. A write and
 * its condition are one step. The table uses no clock: an item stays until a client changes it, and a time in it is
 * only a number. Reads are strongly consistent. The replicas of a partition are one server, which answers 503 while
 * they have no leader. TTL, transactions, throttling and eventually consistent reads are left out. Source: the Amazon
 * DynamoDB Developer Guide, "Condition expressions" and "Error handling"; Elhemali et al., "Amazon DynamoDB" (2022).
 */
import { type Argument, ok, type Reply, type Request } from '../../model/effects/request';
import { withoutExpiry } from '../../model/trace/trace';
import { RecordService } from './recordService';
import type { Leadership, Peer, Service, ServiceWorld } from './service';

type Item = ReadonlyMap<string, Argument>;

/** The attributes that name the holder of a lock, for all clients of the table. */
const holderAttributes = ['ownerName', 'Identity'];

export const makeDynamoDb = (world: ServiceWorld): Service => new DynamoDb(world);

class DynamoDb extends RecordService {
  private readonly items = new Map<string, Item>();

  readonly leadership: Leadership = {
    refusal: error('ServiceUnavailable: The service is currently unavailable or busy.'),
    asks: ['GetItem'],
    closes: false,
    lost: () => undefined,
    gainLeader: () => undefined,
  };

  constructor(private readonly world: ServiceWorld) {
    super();
  }

  /** Every item is on the disks of several replicas. */
  restarted(): number {
    return this.items.size;
  }

  /** As `aws dynamodb delete-item` does. */
  freeByHand(key: string): (() => void) | null {
    if (holderOf(this.items.get(key)) === undefined) return null;
    return () => {
      this.items.delete(key);
      this.world.entryGone(null, key, 'lost');
    };
  }

  protected reply(peer: Peer, { command, args }: Request): Reply {
    const key = String(args[0]);
    const item = this.items.get(key);
    if (command === 'GetItem') return ok(item === undefined ? null : [...item].flat());

    const ifAt = args.indexOf('IF');
    const attributes = attributesIn(args.slice(1, ifAt < 0 ? undefined : ifAt));
    if (ifAt >= 0 && !isTrue(args.slice(ifAt + 1), item)) return conditionFailed;
    switch (command) {
      case 'PutItem':
        return this.put(peer, key, attributes);
      case 'UpdateItem':
        return this.put(peer, key, new Map([...(item ?? []), ...attributes]));
      case 'DeleteItem':
        if (this.items.delete(key)) this.world.entryGone(peer, key, 'deleted');
        return ok('OK');
      default:
        throw new Error(`The table knows no ${command}.`);
    }
  }

  private put(peer: Peer, key: string, item: Item): Reply {
    const before = holderOf(this.items.get(key));
    const holder = holderOf(item);
    this.items.set(key, item);
    if (holder !== undefined && holder !== before) this.world.entrySet(peer, key, holder, withoutExpiry);
    return ok('OK');
  }
}

const holderOf = (item: Item | undefined): string | undefined => {
  const named = holderAttributes.find((name) => item?.has(name));
  return named === undefined ? undefined : String(item?.get(named));
};

function attributesIn(words: readonly Argument[]): Item {
  const item = new Map<string, Argument>();
  for (let i = 0; i + 1 < words.length; i += 2) item.set(String(words[i]), words[i + 1] ?? '');
  return item;
}

/** Terms of two or three words, joined by AND and OR. AND binds more tightly. */
function isTrue(condition: readonly Argument[], item: Item | undefined): boolean {
  const or = condition.indexOf('OR');
  if (or >= 0) return isTrue(condition.slice(0, or), item) || isTrue(condition.slice(or + 1), item);
  const and = condition.indexOf('AND');
  if (and >= 0) return isTrue(condition.slice(0, and), item) && isTrue(condition.slice(and + 1), item);
  const [first, second, third = ''] = condition;
  switch (first) {
    case 'attribute_exists':
      return attributeOf(item, second) !== undefined;
    case 'attribute_not_exists':
      return attributeOf(item, second) === undefined;
    default:
      return compares(attributeOf(item, first), second, third);
  }
}

/** Every item has its key. */
const attributeOf = (item: Item | undefined, name: Argument = ''): Argument | undefined =>
  name === 'key' ? item && name : item?.get(String(name));

/** A comparison with an absent attribute, or one of another type, is false. */
function compares(value: Argument | undefined, operator: Argument | undefined, other: Argument): boolean {
  if (value === undefined) return false;
  if (operator === '=') return value === other;
  if (operator === '<=') return typeof value === typeof other && value <= other;
  throw new Error(`A condition of the table knows no ${operator}.`);
}

const error = (message: string): Reply => ({ kind: 'error', message });

const conditionFailed = error('ConditionalCheckFailedException: The conditional request failed');
