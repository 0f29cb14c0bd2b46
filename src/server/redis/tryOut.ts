/**
 * Servers of others are tried before anything runs on them: what they are, what their user may do there, whether two names lead to
 * the same. Says in words what is wrong, by the server's name and without its password. Leaves no key.
 */
import type { Redis } from 'ioredis';
import { readInfo, withServer } from './connection';
import { removeKeys } from './removeKeys.mjs';
import type { lockCommands } from './rights';
import { keepAlive, newPrefix } from './runKeys';

export interface Tried {
  /** `7.0.15`; of several the lowest. */
  readonly version: string;
}

/** What is tried goes by itself, should nobody be left to remove it, or be allowed to. */
const goneAfterMs = 2000;

/** @param urls as REDIS_URLS has them. @returns a sentence for each that cannot be used, where there is one. */
export async function tryOut(urls: readonly string[]): Promise<Tried | string> {
  const strange = urls.flatMap((url, place) => whyNoAddress(url, place) ?? []);
  if (strange.length > 0) return `REDIS_URLS: ${strange.join(' ')}`;
  const found = await Promise.all(urls.map(tryServer));
  const refused = found.flatMap((one, place) =>
    typeof one === 'string' ? [`${nameOf(urls[place] ?? '')} cannot be used: ${one}`] : [],
  );
  if (refused.length > 0) return `REDIS_URLS: ${refused.join(' ')}`;
  const twins = await findTwins(urls);
  if (twins !== null) return `REDIS_URLS names a server twice: ${twins.map(nameOf).join(' and ')}.`;
  const versions = found.flatMap((one) => (typeof one === 'string' ? [] : one.version));
  return { version: versions.sort(compareVersions)[0] ?? '' };
}

function whyNoAddress(url: string, place: number): string | null {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol))
    return `number ${place + 1} is no address such as redis://127.0.0.1:6379.`;
  const database = new URL(url).pathname.slice(1);
  if (/^\d*$/.test(database)) return null;
  return `number ${place + 1} names the database "${database}"; a database is a number, as in redis://127.0.0.1:6379/1.`;
}

/** Without user and password, but with the database: each is a node of its own. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

/** A sentence where it cannot be used. */
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
    return 'it is a node of a cluster (cluster-enabled yes), which has slots for some keys or for none; a run needs servers that take any.';
  const replication = await readInfo(redis, 'replication');
  if ((replication.get('role') ?? 'master') !== 'master')
    return `it is a replica of ${replication.get('master_host')}:${replication.get('master_port')}; name a master, which takes writes.`;
  const memory = await readInfo(redis, 'memory');
  const policy = memory.get('maxmemory_policy') ?? 'noeviction';
  if (Number(memory.get('maxmemory') ?? 0) > 0 && policy !== 'noeviction')
    return `it removes keys when its memory is full (maxmemory-policy ${policy}), locks as well; it takes maxmemory-policy noeviction.`;
  const database = Number(new URL(url).pathname.slice(1));
  // What the client says by itself of a database fails without a word, and leaves it in database 0.
  return redis.select(database).then(
    () => null,
    () => `it has no database ${database}; Redis has 16 where nobody has told it otherwise, 0 to 15.`,
  );
}

/** Each command that a lock sends, and that a run needs for itself, on a key of its own. */
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
      // What could not be removed is not written.
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

/** Those of `lockCommands`, but for the two that take a connection of their own; a test sees that none is missing. */
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
    // These give no expiry, and take away the one that there was.
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

/** A server has several names, and what stands before it hides which it is: what is written by one name is looked for by the others. */
async function findTwins(urls: readonly string[]): Promise<readonly [string, string] | null> {
  const prefix = newPrefix();
  const names = urls.map((_, place) => `${prefix}${place}`);
  const stop = await keepAlive(urls, prefix);
  try {
    await Promise.all(
      urls.map((url, place) => withServer(url, (redis) => redis.set(names[place] ?? '', '', 'PX', goneAfterMs))),
    );
    for (const [place, url] of urls.entries()) {
      const seen = await withServer(url, (redis) => Promise.all(names.map((name) => redis.exists(name))));
      const twin = seen.findIndex((count, other) => count > 0 && other !== place);
      if (twin >= 0) return [url, urls[twin] ?? ''];
    }
    return null;
  } finally {
    await stop();
    await Promise.all(urls.map((url) => removeKeys(url, prefix).catch(() => 0)));
  }
}

/** Redis says more of it than anybody wants to know here. */
function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith('NOAUTH')) return 'it wants a password.';
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

/** Tried on a connection of their own. */
export const triedApart: readonly (typeof lockCommands)[number][] = ['subscribe', 'unsubscribe'];
