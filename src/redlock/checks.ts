/** Checks what a caller can get wrong before anything is sent. The error says what was wrong and what is allowed. */

import { nearest } from '../core/model/values/spelling';
import { dataBytesMax } from './owner';
import type { Settings, Waiting } from './settings';

/** The longest wait of a Node timer, in ms: almost 25 days. */
export const timerMax = 2 ** 31 - 1;

/** Throws with node-redlock's message, if that library has one. */
export function checkDuration(duration: number): void {
  if (!Number.isSafeInteger(duration)) throw new Error('Duration must be an integer value in milliseconds.');
  if (duration < 1) throw new RangeError(`Duration must be at least 1 ms, not ${duration}.`);
}

export function checkClients(clients: unknown): void {
  const isList = typeof (clients ?? []) === 'object' && Symbol.iterator in ((clients ?? []) as object);
  if (!isList) throw new TypeError('Clients must be a list: one for each independent node.');
}

/** A pipeline and a transaction send nothing until they are executed. */
export function checkClient(client: unknown): void {
  if ('addCommand' in Object(client) || Object(client).isPipeline === true)
    throw new TypeError('A client must not be a pipeline or a MULTI: give the client itself.');
}

export function checkResources(resources: readonly string[]): void {
  // JavaScript treats a string as a list of its letters, so each letter would be locked.
  if (!Array.isArray(resources)) throw new TypeError(`Resources must be a list of names, not ${valueText(resources)}.`);
  for (const name of resources as readonly unknown[]) {
    if (typeof name === 'number') continue;
    if (typeof name === 'string') checkText(name, 'A resource');
    else throw new TypeError(`A resource must be a name, not ${valueText(name)}.`);
  }
}

interface Rule {
  readonly allows: (value: unknown) => boolean;
  readonly allowed: string;
}

const isBetween = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;

const count: Rule = {
  allows: (value) => value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && Number(value) >= -1),
  allowed: 'a whole number from 0 on, or -1 for no end',
};

const milliseconds = (least: number): Rule => ({
  allows: (value) => isBetween(value, least, timerMax),
  allowed: `a number of ms from ${least} to ${timerMax}`,
});

const delay = milliseconds(0);

const rules: Readonly<Record<keyof Settings, Rule>> = {
  driftFactor: { allows: (value) => isBetween(value, 0, 1), allowed: 'a number from 0 to 1' },
  retryCount: count,
  retryDelay: {
    allows: (value) => typeof value === 'function' || delay.allows(value),
    allowed: `${delay.allowed}, or a function that returns one`,
  },
  retryJitter: delay,
  automaticExtensionThreshold: delay,
  nodeTimeout: milliseconds(1),
  releaseRetryCount: count,
  releaseRetryDelay: delay,
  tokenLifetime: {
    allows: (value) => value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) > 0),
    allowed: 'a whole number of ms from 1 on, or Infinity',
  },
  token: { allows: (value) => value === 'none' || value === 'quorum', allowed: "'none' or 'quorum'" },
};

export function checkSetting(name: string, value: unknown): void {
  const rule = (rules as Readonly<Record<string, Rule | undefined>>)[name];
  if (rule === undefined || rule.allows(value)) return;
  throw new TypeError(`${name} must be ${rule.allowed}, not ${valueText(value)}.`);
}

/** Checks what a `retryDelay` function returned. */
export function checkDelay(ms: unknown): void {
  if (!delay.allows(ms)) throw new TypeError(`retryDelay must return ${delay.allowed}, not ${valueText(ms)}.`);
}

/**
 * Refuses unknown names.
 *
 * @param allowed the names that exist.
 */
export function checkNames(settings: object, allowed: readonly string[]): void {
  if (typeof settings !== 'object') throw new TypeError(`Settings must be an object, not ${valueText(settings)}.`);
  for (const [name, value] of Object.entries(settings)) {
    if (allowed.includes(name) || value === undefined || value === null) continue;
    const near = nearest(name, allowed);
    const hint = near === null ? `There are: ${allowed.join(', ')}.` : `Did you mean ${near}?`;
    throw new TypeError(`There is no setting ${name} here. ${hint}`);
  }
}

export function checkWaiting({ signal, deadline, data }: Waiting): void {
  if (data !== undefined && data !== null) checkData(data);
  // It is easy to pass a controller instead of its signal.
  if (signal && typeof signal.throwIfAborted !== 'function') throw new TypeError('signal must be an AbortSignal.');
  if (deadline === undefined || deadline === null || (typeof deadline === 'number' && !Number.isNaN(deadline))) return;
  throw new TypeError(`deadline must be a time in ms as Date.now() counts, not ${valueText(deadline)}.`);
}

/** Half of a surrogate pair is stored as another character, so it would be read as another text. */
function checkText(text: string, what: string): void {
  if (/\p{Surrogate}/u.test(text))
    throw new TypeError(`${what} must be well-formed: it contains half of a surrogate pair.`);
}

function checkData(data: unknown): void {
  if (typeof data !== 'string') throw new TypeError(`data must be a string, not ${valueText(data)}.`);
  checkText(data, 'data');
  const bytes = Buffer.byteLength(data);
  if (bytes > dataBytesMax) throw new TypeError(`data must have at most ${dataBytesMax} bytes, not ${bytes}.`);
}

/** A value in a message. Not every object has a text. */
export function valueText(value: unknown): string {
  if (value instanceof Promise) return 'a promise';
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
