/** The names that the bundler replaced, from its source map. */
import type { Renamed } from '../realm/guest/writtenNames';

interface Map {
  readonly names: readonly string[];
  readonly mappings: string;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digitOf = new Uint8Array(128);
for (let i = 0; i < digits.length; i++) digitOf[digits.charCodeAt(i)] = i;

/** The place of a name in a line, and the place of its original in `names`, as differences from those before. */
const [columnField, nameField] = [0, 4];

/** @param code the bundled text, @param map its source map as JSON */
export function renamedIn(code: string, map: string): Renamed {
  const { names, mappings } = JSON.parse(map) as Map;
  const renamed: Record<string, string> = {};
  const lines = code.split('\n');
  let name = 0;
  for (const [number, line] of mappings.split(';').entries()) {
    let column = 0;
    for (const segment of line.split(',')) {
      const fields = fieldsIn(segment);
      column += fields[columnField] ?? 0;
      const step = fields[nameField];
      if (step === undefined) continue;
      name += step;
      const [bundledName = ''] = /^[\w$]+/.exec((lines[number] ?? '').slice(column, column + 100)) ?? [];
      const original = names[name] ?? bundledName;
      if (bundledName !== '' && bundledName !== original) renamed[bundledName] = original;
    }
  }
  return renamed;
}

/** Base64 VLQ: digits of five bits, lowest first. The sixth bit: more digits follow. The lowest of all is the sign. */
function fieldsIn(segment: string): readonly number[] {
  const fields: number[] = [];
  let value = 0;
  let shift = 0;
  for (let i = 0; i < segment.length; i++) {
    const digit = digitOf[segment.charCodeAt(i)] ?? 0;
    value |= (digit & 31) << shift;
    if ((digit & 32) !== 0) shift += 5;
    else {
      fields.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
      value = 0;
      shift = 0;
    }
  }
  return fields;
}
