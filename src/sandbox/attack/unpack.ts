/**
 * MessagePack in arguments of scripts, which libraries of job queues send. A server of Redis reads neither its bytes nor
 * its extensions.
 */
import { Unpackr } from 'msgpackr/unpack';
import type { Unpack } from '../../core/lua/msgpack';

const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: false, int64AsType: 'number' });

export const unpack: Unpack = (bytes) => {
  let values: readonly unknown[];
  try {
    values = unpackr.unpackMultiple(bytes);
  } catch (error) {
    throw new Error(isCut(error) ? 'Missing bytes in input.' : badFormat);
  }
  if (!values.every(isKnown)) throw new Error(badFormat);
  return values;
};

const badFormat = 'Bad data format in input.';

const isCut = (error: unknown): boolean => typeof error === 'object' && error !== null && 'incomplete' in error;

/** Bytes and extensions come as objects of other classes. */
function isKnown(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isKnown);
  return value instanceof Map && [...value].flat().every(isKnown);
}
