/** Errors as data, with the line of the reader's code. */
import type { Thrown } from '../../own/host';
import { asWritten } from './writtenNames';

/** The names under which the reader's files are evaluated, and a name for lines that are already those of the file. */
const positions = /\b(lock|check|asked)\.ts:(\d+)(?::(\d+))?/g;

interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** Maps a place in the evaluated text to the reader's file. Null: it is in something that the file imports. */
type Locate = (line: number, column: number) => SourcePosition | null;

let locate: Locate = (line, column) => ({ line, column });

/** Must be called if the evaluated text has other lines than the file. */
export const locateBy = (by: Locate): void => {
  locate = by;
};

/** The innermost place of the reader's code in a stack. 0 if absent. */
function positionIn(stack: string | undefined): SourcePosition {
  for (const [, file, line, column = 0] of (stack ?? '').matchAll(positions)) {
    const position = { line: Number(line), column: Number(column) };
    const place = file === 'asked' ? position : locate(position.line, position.column);
    if (place !== null) return place;
  }
  return { line: 0, column: 0 };
}

export const lineOf = (stack: string | undefined): number => positionIn(stack).line;

/** The name for a thrown value that is not an error. */
const noError = 'NoError';

/** An error that was an answer, with the line of the request. */
export function atLine(error: unknown, line: number): unknown {
  if (line > 0 && error instanceof Error && lineOf(error.stack) === 0)
    error.stack = `${error.stack}\n    at asked.ts:${line}`;
  return error;
}

export const isOwnLine = (line: number): boolean => line > 0;

export function thrownOf(error: unknown): Thrown {
  if (!(error instanceof Error))
    return { name: noError, message: `${textOf(error)}, which is no Error`, line: 0, column: 0 };
  return { name: error.name, message: asWritten(error.message), ...positionIn(error.stack) };
}

function textOf(value: unknown): string {
  try {
    return typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : String(value);
  } catch {
    return 'something that has no text';
  }
}
