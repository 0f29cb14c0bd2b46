/**
 * Reads arguments as Redis does. Everything is text, and an integer is valid only in its canonical spelling and
 * within 64 bits.
 */
import type { Argument } from '../../model/effects/request';

/** 2^63, the bound of Redis' integers, to the precision of a double. */
export const integerMax = 2 ** 63;
const int64Min = -(2n ** 63n);
const int64Max = 2n ** 63n - 1n;

/** An argument as the server receives it. The arity has already checked that it exists. */
export const text = (arg: Argument | undefined): string => (typeof arg === 'string' ? arg : String(arg));

/**
 * The integer that an argument spells. Beyond 2^53 it is the nearest double; `addIntegers` is still exact there.
 *
 * @returns NaN if Redis does not accept it as an integer: `+1`, `01`, `1.5`, `-0`, the empty text, more than 64 bits.
 */
export function parseInteger(arg: Argument | undefined): number {
  if (typeof arg === 'number' && Number.isSafeInteger(arg)) return arg;
  const digits = text(arg);
  const length = digits.length;
  const start = digits.charCodeAt(0) === minus ? 1 : 0;
  const first = digits.charCodeAt(start);
  if (first === digitZero) return length === 1 ? 0 : Number.NaN;
  if (length === start || length - start > 19) return Number.NaN;
  let value = 0;
  for (let index = start; index < length; index++) {
    const digit = digits.charCodeAt(index) - digitZero;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  // Nineteen digits may exceed 64 bits, and from sixteen digits on the sum above may be inexact.
  if (length - start > 15) return fitsInt64(BigInt(digits)) ? Number(digits) : Number.NaN;
  return start === 1 ? -value : value;
}

const minus = 45;
const digitZero = 48;

/** @returns the exact sum of two integers in text, or null if it exceeds 64 bits. */
export function addIntegers(left: string, right: string): string | null {
  const [a, b] = [Number(left), Number(right)];
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(a + b)) return String(a + b);
  const exact = BigInt(left) + BigInt(right);
  return fitsInt64(exact) ? exact.toString() : null;
}

const fitsInt64 = (value: bigint): boolean => value >= int64Min && value <= int64Max;
