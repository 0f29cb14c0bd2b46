/** Commands on a key's time to live. All of them use the server's own wall clock. */
import type { Argument } from '../../model/effects/request';
import {
  type Answer,
  integer,
  invalidExpireTime,
  notAnInteger,
  onlyOneOfGtLt,
  onlyOneOfNxXxGtLt,
  unsupportedOption,
} from './answers';
import type { Command } from './command';
import { withExpiry } from './entry';
import { integerMax, parseInteger, text } from './integer';

/** How an expiry is written: in seconds or ms, counted from now or since 1970. */
export type ExpiryUnit = 'EX' | 'PX' | 'EXAT' | 'PXAT';

export const expiryUnits: ReadonlyMap<string, ExpiryUnit> = new Map(
  (['EX', 'PX', 'EXAT', 'PXAT'] as const).map((unit) => [unit, unit]),
);

/** @returns the instant in ms since 1970, or NaN if it exceeds 64 bits. */
export function toExpireAtMs(amount: number, unit: ExpiryUnit, nowMs: number): number {
  const inSeconds = unit === 'EX' || unit === 'EXAT';
  const fromNow = unit === 'EX' || unit === 'PX';
  if (inSeconds && Math.abs(amount) > integerMax / 1000) return Number.NaN;
  const ms = inSeconds ? amount * 1000 : amount;
  if (!fromNow) return ms;
  return ms > integerMax - nowMs ? Number.NaN : ms + nowMs;
}

/** EXPIRE and its relatives, by name and unit. */
export const expire = (name: string, unit: ExpiryUnit): Command => ({
  arity: -3,
  execute: (store, args) => {
    let condition: Condition = always;
    if (args.length > 2) {
      const parsed = parseCondition(args);
      if ('kind' in parsed) return parsed;
      condition = parsed;
    }
    const amount = parseInteger(args[1]);
    if (Number.isNaN(amount)) return notAnInteger;
    const expireAtMs = toExpireAtMs(amount, unit, store.nowMs);
    if (Number.isNaN(expireAtMs)) return invalidExpireTime(name);
    const key = text(args[0]);
    const entry = store.find(key);
    if (entry === undefined || !allows(condition, entry.expireAtMs, expireAtMs)) return integer(0);
    // A key never outlives an expiry that has already passed, not even for the millisecond that `isPast` grants.
    if (expireAtMs <= store.nowMs) store.remove(key, 'deleted');
    else store.write(key, withExpiry(entry, expireAtMs));
    return integer(1);
  },
});

interface Condition {
  NX: boolean;
  XX: boolean;
  GT: boolean;
  LT: boolean;
}
const always: Readonly<Condition> = { NX: false, XX: false, GT: false, LT: false };

function parseCondition(args: readonly Argument[]): Readonly<Condition> | Answer {
  const condition: Condition = { ...always };
  for (const arg of args.slice(2)) {
    const word = text(arg).toUpperCase();
    if (word !== 'NX' && word !== 'XX' && word !== 'GT' && word !== 'LT') return unsupportedOption(arg);
    condition[word] = true;
  }
  if (condition.NX && (condition.XX || condition.GT || condition.LT)) return onlyOneOfNxXxGtLt;
  return condition.GT && condition.LT ? onlyOneOfGtLt : condition;
}

/** Whether the condition of an EXPIRE holds. A key without expiry counts as the last to expire. */
function allows(condition: Readonly<Condition>, oldMs: number, newMs: number): boolean {
  if (condition.NX && oldMs !== -1) return false;
  if (condition.XX && oldMs === -1) return false;
  if (condition.GT && (oldMs === -1 || newMs <= oldMs)) return false;
  return !(condition.LT && oldMs !== -1 && newMs >= oldMs);
}

export const expiryCommands: Readonly<Record<string, Command>> = {
  EXPIRE: expire('expire', 'EX'),
  PEXPIRE: expire('pexpire', 'PX'),
  PEXPIREAT: expire('pexpireat', 'PXAT'),
};
