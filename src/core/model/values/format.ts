/**
 * Times and numbers as people read them. They consist of digits and units only and use no locale, so every engine and
 * language shows the same.
 */
import type { Micros } from './time';

const groupMark = ' ';
const minus = '−';

/**
 * An instant of the run. It is always written to the millisecond, so that the same instant reads the same everywhere:
 * `1.905 s`, `3.560 s`.
 */
export const formatAt = (at: Micros): string => `${signOf(at)}${(Math.abs(at) / 1e6).toFixed(3)} s`;

/** An instant in milliseconds, as scenarios have it. */
export const formatAtMs = (at: number): string => formatAt(at * 1000);

/** From this length on, in ms, hours and minutes are used. */
const inMinutesFrom = 120_000;

/**
 * A length of time, to the millisecond and without trailing zeros: `1.905 s`, `2.9 s`, `340 ms`. Below 10 ms it is
 * written to a tenth of a millisecond, and below that tenth to a microsecond. Two minutes and more are written in
 * hours and minutes: `2 min 30.18 s`, `7 min`, `1 h`.
 */
export function formatLength(micros: Micros): string {
  const sign = signOf(micros);
  const ms = Math.abs(micros) / 1000;
  if (Math.round(ms) >= inMinutesFrom) return `${sign}${inHours(Math.round(ms))}`;
  if (Math.round(ms) >= 1000) return `${sign}${trimmed(ms / 1000, 3)} s`;
  return `${sign}${trimmed(ms, ms < 0.1 ? 3 : ms < 10 ? 1 : 0)} ms`;
}

function inHours(ms: number): string {
  const parts = [
    [Math.floor(ms / 3_600_000), 'h'],
    [Math.floor(ms / 60_000) % 60, 'min'],
    [(ms % 60_000) / 1000, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
}

/** A length in milliseconds, as scenarios have it. */
export const formatMs = (ms: number): string => formatLength(ms * 1000);

/** How times are written: with all digits, or with few. */
export interface Times {
  /** An instant of the run. */
  readonly formatAt: (at: Micros) => string;
  readonly formatLength: (micros: Micros) => string;
}

export type Lengths = Pick<Times, 'formatLength'>;

export const exactTimes: Times = { formatAt, formatLength };

/**
 * For a scene, which is read from afar: seconds with two decimals below ten, and with one above (`3.34 s`, `14.5 s`),
 * minutes with whole seconds (`2 min 30 s`). A length below a second has milliseconds.
 */
export const fewDigits: Times = {
  formatAt: rounded,
  formatLength: (micros) => (Math.abs(micros) < 1e6 ? formatLength(micros) : rounded(micros)),
};

/**
 * A tick of an axis, with the decimals that its step needs: `0.05 s`, `12 s`, `7 min`.
 * @param step the distance between two ticks
 */
export function formatTick(at: Micros, step: Micros): string {
  if (step >= 1e6 && at >= inMinutesFrom * 1000) return formatLength(at);
  const decimals = step >= 1e6 ? 0 : step >= 1e5 ? 1 : step >= 1e4 ? 2 : step >= 1e3 ? 3 : step >= 100 ? 4 : 6;
  return `${(at / 1e6).toFixed(decimals)} s`;
}

function rounded(micros: Micros): string {
  const sign = signOf(micros);
  const seconds = Math.abs(micros) / 1e6;
  const whole = Math.round(seconds) * 1000;
  return whole >= inMinutesFrom ? `${sign}${inHours(whole)}` : `${sign}${trimmed(seconds, seconds < 10 ? 2 : 1)} s`;
}

/** How much something is off: `+8 s`, `−40 ms`, `+0 ms`. */
export const formatSigned = (micros: Micros): string => `${micros < 0 ? '' : '+'}${formatLength(micros)}`;

/** A whole or fractional number, in groups of three: `2 000`. */
export function formatNumber(value: number): string {
  const [whole = '', fraction] = String(Math.abs(value)).split('.');
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, groupMark) : whole;
  return `${signOf(value)}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

const signOf = (value: number): string => (value < 0 ? minus : '');

/** A number without trailing zeros. */
const trimmed = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)));
