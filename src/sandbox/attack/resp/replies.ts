/** Encodes the answers of a server as bytes of RESP 2 and 3, in their usual types. */

import { toBytes } from '../../../core/model/values/bytes';

/** An error of a server, in its own words. */
export class ServerError {
  constructor(readonly message: string) {}
}

/** A simple text, such as OK. Any other text travels with its length. */
export class Status {
  constructor(readonly text: string) {}
}

/** No list, as an answer that waits gives when its time is up. */
export class NoList {}

/** Types that only RESP 3 has. In RESP 2 each of them is a list, or a text. */
export class Pairs {
  constructor(readonly all: readonly (readonly [unknown, unknown])[]) {}
}
export class Push {
  constructor(readonly all: readonly unknown[]) {}
}
export class Members {
  constructor(readonly all: readonly unknown[]) {}
}
export class Double {
  constructor(readonly text: string) {}
}
/** Members with scores: in RESP 3 a list for each. */
export class Scored {
  constructor(readonly all: readonly (readonly [unknown, Double])[]) {}
}

export function written(value: unknown, version: 2 | 3): string {
  const isThree = version === 3;
  if (value === null || value === undefined) return isThree ? '_\r\n' : '$-1\r\n';
  if (value instanceof NoList) return isThree ? '_\r\n' : '*-1\r\n';
  if (value instanceof ServerError) return `-${value.message}\r\n`;
  if (value instanceof Status) return `+${value.text}\r\n`;
  if (typeof value === 'number') return `:${value}\r\n`;
  if (Array.isArray(value)) return listed('*', value, version);
  if (value instanceof Push) return listed(isThree ? '>' : '*', value.all, version);
  if (value instanceof Members) return listed(isThree ? '~' : '*', value.all, version);
  if (value instanceof Scored) return listed('*', isThree ? value.all : value.all.flat(), version);
  if (value instanceof Pairs) {
    const all = value.all.flat();
    return isThree ? `%${value.all.length}\r\n${joined(all, version)}` : listed('*', all, version);
  }
  if (value instanceof Double && isThree) return `,${value.text}\r\n`;
  const text = value instanceof Double ? value.text : String(value);
  return `$${toBytes(text).length}\r\n${text}\r\n`;
}

const joined = (values: readonly unknown[], version: 2 | 3): string =>
  values.map((each) => written(each, version)).join('');

const listed = (sign: string, values: readonly unknown[], version: 2 | 3): string =>
  `${sign}${values.length}\r\n${joined(values, version)}`;
