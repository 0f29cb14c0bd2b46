/**
 * Files of runs of older versions as they are written today. Version 2 had fewer kinds of events, processes and columns, and what it
 * had means the same. In version 1, a client that gave up because its validity had ended marked the lock
 * as lost; now that says that it was told, and another mark says that it has stopped.
 */
import { reasons } from '../model/effect';
import { kindNumber, traceVersion } from '../model/trace';

const expired = reasons.indexOf('expired');
/** The places of kind and reason in a row. */
const [kindPlace, reasonPlace] = [1, 4];

/** @returns the same value when it is of today's version, or not of the right shape. */
export function upgradedTrace(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { header, rows } = value;
  if (typeof header !== 'object' || header === null || !('version' in header)) return value;
  const { version } = header;
  if (version !== 1 && version !== 2) return value;
  const today = { ...value, header: { ...header, version: traceVersion } };
  return version === 1 && Array.isArray(rows) ? { ...today, rows: rows.map(rowToday) } : today;
}

function rowToday(row: unknown): unknown {
  const isStop = Array.isArray(row) && row[kindPlace] === kindNumber.lockLost && row[reasonPlace] === expired;
  return isStop ? row.map((column, place) => (place === kindPlace ? kindNumber.stopped : column)) : row;
}
