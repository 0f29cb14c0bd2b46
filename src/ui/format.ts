/** Times and numbers as people read them. Figures only: no words, so that no language is needed. */
import type { Micros } from '../model/time';

const thinSpace = ' ';
const minus = '−';

/** A whole or fractional number, grouped by thin spaces: `2 000`. */
export function formatNumber(value: number): string {
  const [whole = '', fraction] = String(Math.abs(value)).split('.');
  const grouped = whole.length > 4 || Math.abs(value) >= 1000 ? whole.replace(/\B(?=(\d{3})+$)/g, thinSpace) : whole;
  return `${value < 0 ? minus : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** An instant to the hundredth of a second: `3.56 s`. */
export const formatAt = (micros: Micros): string => `${(micros / 1e6).toFixed(2)} s`;

/** An instant to the millisecond: `3.560 s`. */
export const formatAtFine = (micros: Micros): string => `${(micros / 1e6).toFixed(3)} s`;

/** A length of time: `12 ms`, `0.4 ms`, `2.90 s`. */
export function formatLength(micros: Micros): string {
  const ms = micros / 1000;
  if (Math.abs(ms) >= 1000) return `${(ms / 1000).toFixed(2).replace('-', minus)} s`;
  const digits = Math.abs(ms) < 10 && !Number.isInteger(ms) ? 1 : 0;
  return `${ms.toFixed(digits).replace('-', minus)} ms`;
}

/** A sentence in which no line ends between a figure and its unit, or between what is numbered and its number: client 1. */
export const unbroken = (text: string): string =>
  text
    .replace(/(\d) (?=(?:s|ms|ppm|%)(?![a-z]))/g, '$1\u00a0')
    .replace(
      /((?:\b(?:client|node|storage|replica|token|version|round)|客户端|节点|存储|副本|版本)) (?=\d|[A-Z]\b)/gi,
      '$1\u00a0',
    );

/** A length given in milliseconds, as scenarios have it. */
export const formatMs = (ms: number): string => formatLength(ms * 1000);
