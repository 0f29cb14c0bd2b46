/**
 * Turns an exercise that somebody has made into the part of an address behind `#`, and back. What version 1 means never
 * changes.
 */

import { type ParsedExercise, parseExercise } from '../parse/parseExercise';
import type { Problem } from '../parse/problem';
import type { NamedParts } from '../parts';
import { exerciseMark } from './exerciseMark';
import { damaged, otherVersion, tooLong } from './linkProblems';
import { checksum, pack, unpack, verified } from './pack';

const prefix = 'v1.';

/** Longer texts are refused unread. */
const linkLengthMax = 100_000;

/**
 * The text behind `#`.
 *
 * @param written an exercise in the form of its file.
 */
export function encodeExercise(written: unknown): string {
  const packed = pack(written);
  return `${exerciseMark}${prefix}${checksum(packed)}${packed}`;
}

/**
 * The same for the text of an exercise's file, which is JSON. The field by which an editor finds the schema is left
 * out.
 */
export function encodeExerciseText(text: string): string {
  const { $schema: _, ...written } = JSON.parse(text);
  return encodeExercise(written);
}

export function decodeExercise(hash: string, parts: NamedParts): ParsedExercise {
  const text = hash.replace(/^#/, '').slice(exerciseMark.length);
  if (text.length > linkLengthMax) return refused(tooLong);
  if (!text.startsWith(prefix)) return refused(otherVersion((text.split('.')[0] ?? '').replace(/^v/, '')));
  const rest = verified(text.slice(prefix.length));
  if (rest === null) return refused(damaged);
  const unpacked = unpack(rest);
  if (!unpacked.ok) return refused(unpacked.reason === 'too-long' ? tooLong : damaged);
  return parseExercise(unpacked.value, parts);
}

const refused = (message: Problem['message']): ParsedExercise => ({ ok: false, problems: [{ path: '', message }] });
