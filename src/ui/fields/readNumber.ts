/** Reads what a person typed into a number field: the number, or what is wrong with the text. Knows no page. */

import { isWhole, type NumberField } from '../../model/fields';

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly unit: NumberField['unit'];
}

export type TypedNumber =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly problem: 'not-number' | 'not-whole' | 'out-of-range' };

/** Grouping spaces and the typographic minus are understood. */
export function readNumber(typed: string, field: NumberRange): TypedNumber {
  const text = typed.replace(/[\s_]/g, '').replace('−', '-').replace(',', '.');
  if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(text)) return { ok: false, problem: 'not-number' };
  const value = Number(text);
  if (isWhole(field) && !Number.isInteger(value)) return { ok: false, problem: 'not-whole' };
  if (value < field.min || value > field.max) return { ok: false, problem: 'out-of-range' };
  return { ok: true, value };
}
