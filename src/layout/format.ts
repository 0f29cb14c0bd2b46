/** Lengths and instants of time as people read them; the same in every language. */

/** 2.53 s. Three decimals where a hundredth would hide something. */
export const seconds = (micros: number, decimals = 2): string => `${(micros / 1e6).toFixed(decimals)} s`;

/** 340 ms, 1.9 s, 12 s, 0.4 ms. */
export function length(micros: number): string {
  const size = Math.abs(micros);
  if (size < 1e3) return `${trimmed(micros / 1e3, 2)} ms`;
  if (size < 1e6) return `${trimmed(micros / 1e3, size < 1e4 ? 1 : 0)} ms`;
  return `${trimmed(micros / 1e6, size < 1e7 ? 2 : 1)} s`;
}

/** +8 s, −40 ms, +0 ms. */
export const signed = (micros: number): string =>
  micros < 0 ? `−${length(-micros)}` : `+${micros === 0 ? '0 ms' : length(micros)}`;

function trimmed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
