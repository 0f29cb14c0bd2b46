/**
 * Tests existing servers before anything runs on them: what they are, what their user may do there, and whether two
 * names lead to the same server. The answer says what is wrong, with the server's name and without its
 * password. Leaves no key.
 */
import type { Redis } from 'ioredis';
import { removeKeys } from './removeKeys.mjs';
import type { lockCommands } from './rights';
import { keepAlive, newPrefix } from './runKeys';
import { readInfo, withServer } from './withServer';

export interface Tried {
  /** For example `7.0.15`; the lowest when there are several. */
  readonly version: string;
}

/** Test keys expire by themselves, in case nobody is left to remove them, or nobody is allowed to. */
const goneAfterMs = 2000;

/** @param urls as in REDIS_URLS. @returns a sentence about each server that cannot be used, if there are any. */
export async function tryOut(urls: readonly string[]): Promise<Tried | string> {
  const strange = urls.flatMap((url, index) => whyNoAddress(url, index) ?? []);
  if (strange.length > 0) return `REDIS_URLS: ${strange.join(' ')}`;
  const results = await Promise.all(urls.map(tryServer));
  const refused = results.flatMap((one, index) =>
    typeof one === 'string' ? [`${nameOf(urls[index] ?? '')} cannot be used: ${one}`] : [],
  );
  if (refused.length > 0) return `REDIS_URLS: ${refused.join(' ')}`;
  const twins = await findTwins(urls);
  if (twins !== null) return `REDIS_URLS names a server twice: ${twins.map(nameOf).join(' and ')}.`;
  const versions = results.flatMap((one) => (typeof one === 'string' ? [] : one.version));
  return { version: versions.sort(compareVersions)[0] ?? '' };
}

function whyNoAddress(url: string, index: number): string | null {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol))
    return `number ${index + 1} is not an address such as redis://127.0.0.1:6379.`;
  const database = new URL(url).pathname.slice(1);
  if (/^\d*$/.test(database)) return null;
  return `number ${index + 1} names the database "${database}"; a database is a number, as in redis://127.0.0.1:6379/1.`;
}

/** Without user and password but with the database, because each database is a node of its own. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

/** Returns a sentence if the server cannot be used. */
async function tryServer(url: string): Promise<Tried | string> {
  try {
    return await withServer(url, async (redis) => {
      const about = await readInfo(redis, 'server');
      const problem = (await whyUnfit(redis, url)) ?? (await whyForbidden(redis, url));
      return problem ?? { version: about.get('redis_version') ?? '' };
    });
  } catch (error) {
    return wordsOf(error);
  }
}

async function whyUnfit(redis: Redis, url: string): Promise<string | null> {
  const cluster = await readInfo(redis, 'cluster');
  if (cluster.get('cluster_enabled') === '1')
    return 'it is a node of a cluster (cluster-enabled yes), which has slots for some keys or for none; a run needs servers that take any key.';
  const replication = await readInfo(redis, 'replication');
  if ((replication.get('role') ?? 'master') !== 'master')
    return `it is a replica of ${replication.get('master_host')}:${replication.get('master_port')}; name a master, which takes writes.`;
  const memory = await readInfo(redis, 'memory');
  const policy = memory.get('maxmemory_policy') ?? 'noeviction';
  if (Number(memory.get('maxmemory') ?? 0) > 0 && policy !== 'noeviction')
    return `it removes keys when its memory is full (maxmemory-policy ${policy}), locks as well; set maxmemory-policy to noeviction.`;
  const database = Number(new URL(url).pathname.slice(1));
  // When the client's own SELECT fails, it fails silently and the connection stays in database 0.
  return redis.select(database).then(
    () => null,
    () => `it has no database ${database}; by default, Redis has 16, 0 to 15.`,
  );
}

/** Tries each command that a lock sends or that a run needs for itself, on a test key. */
async function whyForbidden(redis: Redis, url: string): Promise<string | null> {
  const prefix = newPrefix();
  const denied = new Set<string>();
  const problems: string[] = [];
  const note = (name: string, { message }: Error): void => {
    if (!message.startsWith('NOPERM')) problems.push(sentence(message));
    else if (/\bkeys?\b/.test(message))
      problems.push('its user may not use keys that begin with redlock-playground: (ACL).');
    else if (/channel/.test(message))
      problems.push('its user may not use channels that begin with redlock-playground: (ACL).');
    else denied.add(name.toUpperCase());
  };
  try {
    for (const [name, ...args] of trials(prefix)) {
      // A key that could not be removed is not written.
      if (name === 'incr' && ['SCAN', 'DEL', 'PEXPIRE'].some((needed) => denied.has(needed))) break;
      await redis.call(name, ...args).catch((error: Error) => {
        if (!isUnknownScript(error)) note(name, error);
      });
    }
    await withServer(url, async (other) => {
      await other.subscribe(`${prefix}topic`).catch((error: Error) => note('subscribe', error));
      await other.unsubscribe(`${prefix}topic`).catch((error: Error) => note('unsubscribe', error));
    });
  } finally {
    await removeKeys(url, prefix).catch(() => 0);
  }
  if (denied.size > 0) return `its user may not run ${[...denied].join(', ')}, which locks need (ACL).`;
  return problems[0] ?? null;
}

type Trial = readonly [name: string, ...args: readonly (string | number)[]];

/** The commands of `lockCommands`, except for those of `triedApart`. A test checks that the list is complete. */
export function trials(prefix: string): readonly Trial[] {
  const [text, count, hash, list] = ['text', 'count', 'hash', 'list'].map((name) => `${prefix}${name}`) as [
    string,
    string,
    string,
    string,
  ];
  return [
    ['ping'],
    ['client', 'setname', 'redlock-playground'],
    ['script', 'load', 'return 1'],
    ['scan', '0', 'MATCH', `${prefix}*`, 'COUNT', 10],
    ['wait', 0, 1],
    ['publish', `${prefix}topic`, 'x'],
    ['set', text, 'x', 'NX', 'PX', goneAfterMs],
    ['get', text],
    ['exists', text],
    ['expire', text, goneAfterMs / 1000],
    ['pexpire', text, goneAfterMs],
    ['ttl', text],
    ['pttl', text],
    ['eval', "return redis.call('GET', KEYS[1])", 1, text],
    ['evalsha', '0'.repeat(40), 1, text],
    ['del', text],
    // These commands set no expiry, and remove an existing one.
    ['incr', count],
    ['pexpire', count, goneAfterMs],
    ['setnx', text, 'x'],
    ['getset', text, 'x'],
    ['pexpire', text, goneAfterMs],
    ['hincrby', hash, 'field', 1],
    ['hexists', hash, 'field'],
    ['pexpire', hash, goneAfterMs],
    ['lpush', list, 'x'],
    ['blpop', list, 1],
  ];
}

const isUnknownScript = ({ message }: Error): boolean => message.startsWith('NOSCRIPT');

/**
 * Finds names that lead to the same server. A server may have several names, and a proxy in front hides which it is. So
 * a key is written under one name and looked for under the others.
 */
async function findTwins(urls: readonly string[]): Promise<readonly [string, string] | null> {
  const prefix = newPrefix();
  const names = urls.map((_, index) => `${prefix}${index}`);
  const stop = await keepAlive(urls, prefix);
  try {
    await Promise.all(
      urls.map((url, index) => withServer(url, (redis) => redis.set(names[index] ?? '', '', 'PX', goneAfterMs))),
    );
    for (const [index, url] of urls.entries()) {
      const counts = await withServer(url, (redis) => Promise.all(names.map((name) => redis.exists(name))));
      const twin = counts.findIndex((count, other) => count > 0 && other !== index);
      if (twin >= 0) return [url, urls[twin] ?? ''];
    }
    return null;
  } finally {
    await stop();
    await Promise.all(urls.map((url) => removeKeys(url, prefix).catch(() => 0)));
  }
}

/** Leaves out details of Redis' error text that nobody needs here. */
function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith('NOAUTH')) return 'it requires a password.';
  if (message.startsWith('WRONGPASS')) return 'it does not know this user and password.';
  const command = /NOPERM .*'(\S+?)' command/.exec(message)?.[1];
  return command === undefined
    ? sentence(message)
    : `its user may not run ${command.toUpperCase()}, which a run needs (ACL).`;
}

const sentence = (words: string): string => (/[.!]$/.test(words) ? words : `${words}.`);

function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (const [i, part] of left.entries()) if (part !== (right[i] ?? 0)) return part - (right[i] ?? 0);
  return 0;
}

/** Tried elsewhere: on a connection of their own, and when the server is asked what it is. */
export const triedApart: readonly (typeof lockCommands)[number][] = ['subscribe', 'unsubscribe', 'info'];
