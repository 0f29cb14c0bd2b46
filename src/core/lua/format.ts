/** `string.format` of Lua 5.1, whose numbers are doubles. */
import { general } from './numbers';

/** @param values the arguments after the pattern: numbers and texts @throws Error says what is wrong, as Lua does */
export function format(pattern: string, values: readonly (number | string)[]): string {
  let next = 0;
  return pattern.replace(
    /%(?:%|([-+ #0]*)(\d*)(?:\.(\d*))?(.?))/g,
    (whole, flags = '', width = '', digits: string | undefined = undefined, kind = '') => {
      if (whole === '%%') return '%';
      if (next >= values.length) throw new Error(`bad argument #${next + 2} to 'format' (no value)`);
      if (width.length > 2 || (digits?.length ?? 0) > 2)
        throw new Error('invalid format (width or precision too long)');
      const value = values[next++] ?? '';
      const text = converted(kind, value, digits === undefined ? null : Number(digits), next + 1);
      const signed = typeof value === 'number' && !text.startsWith('-') && 'diueEfgG'.includes(kind);
      const sign = signed ? (flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') : '';
      return padded(sign + text, Number(width), flags, kind);
    },
  );
}

function converted(kind: string, value: number | string, digits: number | null, index: number): string {
  if (kind === 's') return digits === null ? textOf(value) : textOf(value).slice(0, digits);
  if (kind === 'q') return `"${textOf(value).replace(/["\\\n]/g, '\\$&')}"`;
  const number = Number(value);
  if (value === '' || Number.isNaN(number))
    throw new Error(`bad argument #${index} to 'format' (number expected, got ${typeof value})`);
  switch (kind) {
    case 'd':
    case 'i':
    case 'u':
      return whole(number).padStart(digits ?? 0, '0');
    case 'c':
      return String.fromCharCode(number);
    case 'x':
      return BigInt(Math.trunc(number)).toString(16);
    case 'X':
      return BigInt(Math.trunc(number)).toString(16).toUpperCase();
    case 'o':
      return BigInt(Math.trunc(number)).toString(8);
    case 'f':
      return number.toFixed(digits ?? 6);
    case 'e':
    case 'E':
      return number.toExponential(digits ?? 6).replace(/e([+-])(\d)$/, 'e$10$2');
    case 'g':
    case 'G':
      return general(number, Math.max(1, digits ?? 6));
    default:
      throw new Error(`invalid option '%${kind}' to 'format'`);
  }
}

const textOf = (value: number | string): string => (typeof value === 'number' ? general(value, 14) : value);
const whole = (value: number): string =>
  Number.isFinite(value) ? BigInt(Math.trunc(value)).toString() : '-9223372036854775808';

function padded(text: string, width: number, flags: string, kind: string): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0') || kind === 's' || kind === 'q') return text.padStart(width);
  const [, sign = '', digits = ''] = /^([+ -]?)(.*)$/s.exec(text) ?? [];
  return sign + digits.padStart(width - sign.length, '0');
}
