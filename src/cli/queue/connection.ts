/** A connection to a Redis that may go away and come back. A command waits for it as long as it takes. */
import type { Redis } from 'ioredis';
import type { Text } from '../../core/model/values/text';
import type { Address } from './address';
import * as words from './queueWords';

export type Packages = Awaited<ReturnType<typeof packagesFor>>;

async function packagesFor() {
  const { Redis } = await import('ioredis');
  const { Queue, QueueEvents, Worker, UnrecoverableError } = await import('bullmq');
  return { Redis, Queue, QueueEvents, Worker, UnrecoverableError };
}

/** Finds the name of a missing package in an error message. */
const missing = /Cannot find (?:package|module) '([^']+)'/;

export type Opened =
  | { readonly ok: true; readonly redis: Redis; readonly packages: Packages }
  | { readonly ok: false; readonly problem: Text };

/** Only a search over a queue needs these packages, so nothing else loads them. */
export async function openRedis(address: Address): Promise<Opened> {
  let packages: Packages;
  try {
    packages = await packagesFor();
  } catch (error) {
    const name = missing.exec(messageOf(error))?.[1];
    if (name === undefined) throw error;
    return { ok: false, problem: words.noPackage(name) };
  }
  const reason = await whyUnfit(address, packages);
  if (reason !== null) return { ok: false, problem: words.noAnswer(address.addressText, reason) };
  const redis = new packages.Redis({ ...optionsOf(address), maxRetriesPerRequest: null });
  // `watch` reports it.
  redis.on('error', () => {});
  return { ok: true, redis, packages };
}

const optionsOf = ({ host, port, username, password, database, hasTls }: Address) => ({
  host,
  port,
  db: database,
  ...(username === undefined ? {} : { username }),
  ...(password === undefined ? {} : { password }),
  ...(hasTls ? { tls: {} } : {}),
});

/**
 * How long the first connection may take, in ms. A wrong address is reported at once; only a Redis that has answered
 * before is waited for.
 */
const patience = 5000;

async function whyUnfit(address: Address, { Redis }: Packages): Promise<Text | null> {
  const trial = new Redis({
    ...optionsOf(address),
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: patience,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let last: unknown = null;
  trial.on('error', (error) => {
    last = error;
  });
  try {
    return await within(patience, async () => {
      await trial.connect();
      await trial.select(address.database);
      return unfitIn(await trial.info());
    });
  } catch (error) {
    return reasonOf(messageOf(last ?? error), address);
  } finally {
    trial.disconnect();
  }
}

const oldestMajor = 5;

function unfitIn(info: string): Text | null {
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? '';
  if (Number.parseInt(version, 10) < oldestMajor) return words.tooOld(version);
  if (/^cluster_enabled:1/m.test(info)) return words.isCluster;
  return /^role:slave/m.test(info) ? words.isReplica : null;
}

/** Node's messages about a certificate that it cannot trace back to a known authority. */
const untrusted = /self[- ]signed certificate|unable to (?:verify|get (?:local )?issuer)/i;

function reasonOf(message: string, { hasTls }: Address): Text {
  // A server without TLS takes a TLS handshake for an incomplete command and waits, and one with TLS closes the
  // connection at a plain command.
  if (message === tooLate) return hasTls ? words.silentWithTls : words.silent;
  if (!hasTls && /ECONNRESET/.test(message)) return words.hungUp;
  if (untrusted.test(message)) return words.untrusted;
  if (/NOAUTH/.test(message)) return words.needsPassword;
  if (/WRONGPASS|ERR (?:invalid password|AUTH)/i.test(message)) return words.wrongPassword;
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return { en: sentence, zh: sentence };
}

const tooLate = 'no answer';

/** Rejects if it takes longer than this many ms. */
export async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(tooLate)), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The message without the digest of the script in which Redis refused. */
export const messageOf = (error: unknown): string =>
  inOneLine((error instanceof Error ? error.message : String(error)).replace(/ script: [0-9a-f]{40}.*$/s, ''));

const shownMost = 300;

/** The first line of somebody else's message, without the stack below it, and not longer than a limit. */
export function inOneLine(text: string): string {
  const [line = ''] = text.trim().split(/[\r\n]/, 1);
  return line.length > shownMost ? `${line.slice(0, shownMost)}…` : line;
}

/** Redis answered with a refusal. Every other error is a mistake of this program. */
export const isRefusal = (error: unknown): error is Error => error instanceof Error && error.name === 'ReplyError';

/** How often Redis is asked whether it is there, in ms. */
const beatEvery = 1000;
/**
 * How long Redis may be silent before it counts as gone, in ms. It may have lost its machine, or only its processor
 * for a while.
 */
const goneAfter = 3000;

/** Reports when Redis stops answering, and when it answers again. @returns a function that ends it */
export function watch(ask: () => Promise<unknown>, address: string, say: (text: Text) => void): () => void {
  let isOver = false;
  let isGone = false;
  let timer: NodeJS.Timeout | undefined;
  const beat = async (): Promise<void> => {
    timer = setTimeout(() => {
      isGone = true;
      say(words.gone(address));
    }, goneAfter);
    // A refusal is reported where the request was made.
    await ask().catch(() => {});
    clearTimeout(timer);
    if (isOver) return;
    if (isGone) say(words.back(address));
    isGone = false;
    timer = setTimeout(() => void beat(), beatEvery);
  };
  void beat();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
