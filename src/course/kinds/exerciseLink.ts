/**
 * Turns an exercise that a person has made into the part of an address behind `#`, and back.
 */

import { exerciseMark } from '../../core/model/links/exerciseMark';
import { sealed, unsealed } from '../../core/model/links/sealed';
import type { NamedParts } from '../../core/model/scenario/parts';
import { type ParsedExercise, parseExercise } from './parseExercise';

/**
 * The text behind `#`.
 *
 * @param written an exercise in the form of its file.
 */
export function encodeExercise(written: unknown): string {
  return exerciseMark + sealed(written);
}

/**
 * The same for the text of an exercise's file, which is JSON. It leaves out the field by which an editor finds the
 * schema.
 */
export function encodeExerciseText(text: string): string {
  const { $schema: _, ...written } = JSON.parse(text);
  return encodeExercise(written);
}

export function decodeExercise(hash: string, parts: NamedParts): ParsedExercise {
  const linkContent = unsealed(hash.replace(/^#/, '').slice(exerciseMark.length));
  return linkContent.ok
    ? parseExercise(linkContent.value, parts)
    : { ok: false, problems: [{ path: '', message: linkContent.problem }] };
}
