/** Encodes the answers of a server as bytes of RESP 2 and 3, in their usual types. */

import { toBytes } from '../../../core/model/values/bytes';

/** An error of a server, in its own words. */
export class ServerError {
  constructor(readonly message: string) {}
}

/** Answers that travel as a simple text. */
const simple: ReadonlySet<unknown> = new Set(['OK', 'PONG', 'QUEUED']);

/** Types that only RESP 3 has. In RESP 2 each of them is a list. */
export class Pairs {
  constructor(readonly all: readonly (readonly [unknown, unknown])[]) {}
}
export class Push {
  constructor(readonly all: readonly unknown[]) {}
}

export function written(value: unknown, version: 2 | 3): string {
  if (value === null || value === undefined) return version === 3 ? '_\r\n' : '$-1\r\n';
  if (value instanceof ServerError) return `-${value.message}\r\n`;
  if (typeof value === 'number') return `:${value}\r\n`;
  if (Array.isArray(value)) return listed('*', value, version);
  if (value instanceof Push) return listed(version === 3 ? '>' : '*', value.all, version);
  if (value instanceof Pairs)
    return version === 3
      ? `%${value.all.length}\r\n${value.all
          .flat()
          .map((each) => written(each, version))
          .join('')}`
      : listed('*', value.all.flat(), version);
  if (simple.has(value)) return `+${value}\r\n`;
  const text = String(value);
  return `$${toBytes(text).length}\r\n${text}\r\n`;
}

const listed = (sign: string, values: readonly unknown[], version: 2 | 3): string =>
  `${sign}${values.length}\r\n${values.map((each) => written(each, version)).join('')}`;
