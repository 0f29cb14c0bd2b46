/** Errors as data, with the line of the reader's code in them. */
import type { Thrown } from '../../own/host';

/** The names by which the reader's files are evaluated. */
const place = /\b(?:lock|check)\.ts:(\d+)(?::(\d+))?/;

/** The innermost line of the reader's code in a stack. 0: none is there. */
export function lineOf(stack: string | undefined): number {
  const found = place.exec(stack ?? '');
  return found === null ? 0 : Number(found[1]);
}

/** The name of what is thrown and is no error. */
const noError = 'NoError';

/** An error that came as an answer, with the line that had asked. */
export function atLine(error: unknown, line: number): unknown {
  if (line > 0 && error instanceof Error && lineOf(error.stack) === 0)
    error.stack = `${error.stack}\n    at lock.ts:${line}`;
  return error;
}

export const isOwnLine = (line: number): boolean => line > 0;

export function thrownOf(error: unknown): Thrown {
  if (!(error instanceof Error))
    return { name: noError, message: `${textOf(error)}, which is no Error`, line: 0, column: 0 };
  const found = place.exec(error.stack ?? '');
  return {
    name: error.name,
    message: error.message,
    line: Number(found?.[1] ?? 0),
    column: Number(found?.[2] ?? 0),
  };
}

function textOf(value: unknown): string {
  try {
    return typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : String(value);
  } catch {
    return 'something that has no text';
  }
}
