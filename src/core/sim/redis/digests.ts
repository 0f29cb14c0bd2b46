/** DIGEST of Redis 8.4, and the conditions that compare a value by its digest. Valkey has neither. */
import { toBytes } from '../../model/values/bytes';
import { failure, nothing, success } from './answers';
import type { Command } from './command';
import { byValue, type Comparisons } from './comparing';
import { text } from './integer';
import { stringOf } from './strings';
import { xxh3 } from './xxh3';

const digestOf = (value: string): string => xxh3(toBytes(value));

/** A server checks only the length, and takes digits of either case. */
const notADigest = failure('ERR must be exactly 16 hexadecimal characters');
const refusalOf = (operand: string) => (operand.length === 16 ? null : notADigest);
const isDigest = (value: string, operand: string): boolean => digestOf(value) === operand.toLowerCase();

export const byValueOrDigest: Comparisons = new Map([
  ...byValue,
  ['IFDEQ', { holdsWithoutKey: false, holds: isDigest, refusalOf }],
  ['IFDNE', { holdsWithoutKey: true, holds: (value, operand) => !isDigest(value, operand), refusalOf }],
]);

export const digest: Command = {
  arity: 2,
  reads: true,
  execute: (store, args) => {
    const entry = store.find(text(args[0]));
    if (entry?.type === 'string') return success(digestOf(entry.value));
    return entry === undefined ? nothing : stringOf(entry);
  },
};
