/** Parses what a person typed into a number field: the number, or what is wrong with the text. Knows no page. */

import { isWhole, type NumberField } from '../../core/model/scenario/fields';

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly unit: NumberField['unit'];
}

export type TypedNumber =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly problem: 'not-number' | 'not-whole' | 'out-of-range' };

/** A time may be typed in another unit than the field's own. */
const inMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

/**
 * Commas that group: three figures follow each, as in `100,000`. A comma before one or two figures is a decimal
 * point.
 */
const groupingCommas = /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.|$)/;

/**
 * Text copied from a page is understood: a sign, grouping marks, the unit, and the full-width forms of Chinese input.
 */
export function readNumber(typed: string, field: NumberRange): TypedNumber {
  const plain = typed
    .normalize('NFKC')
    .replace(/[\s_'’]/g, '')
    .replace(/[−–]/, '-');
  const [, bare = plain, unit = field.unit] = /^(.*?)(ms|s|min|h|ppm)?$/.exec(plain) ?? [];
  const text = groupingCommas.test(bare) ? bare.replaceAll(',', '') : bare.replace(',', '.');
  if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(text)) return { ok: false, problem: 'not-number' };
  const times = unit === field.unit ? 1 : (inMs[unit] ?? Number.NaN) / (inMs[field.unit] ?? Number.NaN);
  if (Number.isNaN(times)) return { ok: false, problem: 'not-number' };
  const value = Number((Number(text) * times).toFixed(6));
  if (isWhole(field) && !Number.isInteger(value)) return { ok: false, problem: 'not-whole' };
  if (value < field.min || value > field.max) return { ok: false, problem: 'out-of-range' };
  return { ok: true, value };
}
