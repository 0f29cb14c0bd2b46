/** The part of the API that a reader's file exports and returns. */
import type { ApiEntry } from './api';

export const fileApi: readonly ApiEntry[] = [
  {
    owner: 'file',
    name: 'settings',
    signature: 'export const settings: { nodes: number; ttl: number }',
    text: {
      en: 'How many Redis nodes there are, 1 to 9, and the TTL in ms. Without it: one node, 2000 ms.',
      zh: '有几个 Redis 节点（1 到 9），TTL 是多少毫秒。不写则为一个节点、2000 毫秒。',
    },
    example: 'export const settings = { nodes: 5, ttl: 2000 };',
  },
  {
    owner: 'file',
    name: 'acquire',
    signature: 'export function acquire(lock: Lock): Promise<Held | null>',
    text: {
      en: 'Asks for the lock. Null means refused: the client waits and calls it again. An error counts as refused too, and is shown.',
      zh: '请求锁。返回 null 表示被拒绝：客户端等一会儿再调用。抛出错误也算被拒绝，并会显示出来。',
    },
    example:
      "const ok = await redis[0].set(key, value, 'NX', 'PX', ttl);\nreturn ok === 'OK' ? { value, validFor: ttl } : null;",
  },
  {
    owner: 'file',
    name: 'release',
    signature: 'export function release(lock: Lock, held: Held): Promise<boolean>',
    text: {
      en: 'Gives the lock back. It gets what acquire returned, and returns whether the lock was still its own.',
      zh: '释放锁。参数是 acquire 返回的值；返回锁是否仍是自己的。',
    },
    example: 'return (await redis[0].eval(compareAndDelete, 1, key, held.value)) === 1;',
  },
  {
    owner: 'file',
    name: 'remaining',
    signature: 'export function remaining(lock: Lock, held: Held): number',
    text: {
      en: 'Optional. How many ms of the validity are left by the client’s own clock. Without it, validFor runs down on the monotonic clock.',
      zh: '可选。按客户端自己的时钟，有效时间还剩多少毫秒。不写则 validFor 随单调时钟减少。',
    },
    example: 'return held.until - lock.clock.mono();',
  },
  {
    owner: 'file',
    name: 'extend',
    signature: 'export function extend(lock: Lock, held: Held): Promise<boolean>',
    text: {
      en: 'Optional. Extends the lock by its TTL, and returns whether it was still its own. Your own timer calls it.',
      zh: '可选。把锁再延长一个 TTL，返回锁是否仍是自己的。由你自己的定时器调用。',
    },
    example: 'return (await redis[0].eval(compareAndExtend, 1, key, held.value, ttl)) === 1;',
  },
  {
    owner: 'file',
    name: 'token',
    signature: 'export function token(held: Held): number | null',
    text: {
      en: 'Optional. The fencing token that the client shows to the storage. Without it, held.token is used.',
      zh: '可选。客户端交给存储的 fencing token。不写则取 held.token。',
    },
    example: 'return held.token;',
  },
  {
    owner: 'file',
    name: 'write',
    signature: 'export function write(write: Write, stored: Stored): boolean',
    text: {
      en: 'In the file “Check at the resource”: whether the storage accepts this write. Check and write are one step.',
      zh: '写在“资源端的检查”里：存储是否接受这次写入。检查和写入是同一步。',
    },
    example: 'return write.base === stored.version;',
  },
  {
    owner: 'Held',
    name: 'value',
    signature: 'value: string',
    text: {
      en: 'What your key holds: it tells this holder from the next one.',
      zh: '键里存的值：用来区分这个持有者和下一个。',
    },
    example: 'return { value: random.uuid(), validFor: ttl };',
  },
  {
    owner: 'Held',
    name: 'validFor',
    signature: 'validFor?: number',
    text: {
      en: 'For how many ms from now the lock is valid. Omitted: it does not expire.',
      zh: '锁从现在起多少毫秒内有效。不写：永不过期。',
    },
    example: 'return { value, validFor: ttl - (clock.mono() - start) };',
  },
  {
    owner: 'Held',
    name: 'token',
    signature: 'token?: number',
    text: {
      en: 'A number that grows with each acquisition, if the lock has one.',
      zh: '每次加锁都变大的数，如果这把锁有的话。',
    },
    example: "return { value, validFor: ttl, token: await redis[0].incr(key + ':token') };",
  },
  {
    owner: 'Write',
    name: 'base',
    signature: 'base: number',
    text: {
      en: 'The version that the client had read before it changed the value.',
      zh: '客户端修改之前读到的版本。',
    },
    example: 'return write.base === stored.version;',
  },
  {
    owner: 'Write',
    name: 'value',
    signature: 'value: number',
    text: { en: 'What the client wants to write.', zh: '客户端想写入的值。' },
    example: 'return write.value > stored.value;',
  },
  {
    owner: 'Write',
    name: 'token',
    signature: 'token: number | null',
    text: {
      en: 'The client’s fencing token; null when its lock has none.',
      zh: '客户端的 fencing token；锁没有则为 null。',
    },
    example: 'return write.token !== null && write.token >= (stored.token ?? 0);',
  },
  {
    owner: 'Stored',
    name: 'version',
    signature: 'version: number',
    text: {
      en: 'The current version. It grows by one with each accepted write.',
      zh: '当前版本。每接受一次写入加一。',
    },
    example: 'return write.base === stored.version;',
  },
  {
    owner: 'Stored',
    name: 'value',
    signature: 'value: number',
    text: { en: 'The current value.', zh: '当前的值。' },
    example: 'return write.value > stored.value;',
  },
  {
    owner: 'Stored',
    name: 'token',
    signature: 'token: number | null',
    text: {
      en: 'The highest token of an accepted write; null before the first.',
      zh: '已接受的写入中最大的 token；第一次写入之前为 null。',
    },
    example: 'return (write.token ?? -1) >= (stored.token ?? 0);',
  },
];
