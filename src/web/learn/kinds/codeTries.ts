/**
 * The code that a person wrote in exercises, as this browser keeps it. If storage is forbidden, it lasts as long as
 * the page.
 */
import { create } from 'zustand';
import type { CodeExercise } from '../../../core/model/scenario/exercise';
import { store, stored } from '../../state/stored';

const key = 'redlock-learn-code';

interface CodeTries {
  /** By the id of the exercise. Absent: the code is as it was given. */
  readonly written: Readonly<Record<string, string>>;
}

export const useCodeTries = create<CodeTries>()(() => ({ written: readKept(stored(key)) }));

export const codeIn = (exercise: CodeExercise, { written }: CodeTries): string =>
  (Object.hasOwn(written, exercise.id) ? written[exercise.id] : undefined) ?? exercise.code;

export function writeCode({ id }: CodeExercise, code: string): void {
  // Another tab may have written in another exercise meanwhile.
  const written = { ...useCodeTries.getState().written, ...readKept(stored(key)), [id]: code };
  useCodeTries.setState({ written });
  store(key, JSON.stringify(written));
}

/** Leaves out values that are not text. */
function readKept(text: string | null): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, code]) => typeof code === 'string'));
  } catch {
    return {};
  }
}
