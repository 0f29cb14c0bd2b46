/**
 * Finds a function or a class in its source text, as this project formats it. It works on the text itself, so line
 * numbers are those of the file as it runs.
 */

/** All are line numbers, from 0. */
export interface FoundFunction {
  /** The line with its name. */
  readonly line: number;
  /** The first line of the comment above it; `line` if there is no comment. */
  readonly from: number;
  /** The line after its end. */
  readonly to: number;
}

/** Null if the text declares no such function at its top level. */
export function functionIn(source: string, name: string): FoundFunction | null {
  const lines = source.split('\n');
  const line = lines.findIndex((text) => declaredIn(text) === name);
  if (line < 0) return null;
  let from = line;
  while (/^(\/\*\*| \*|\/\/)/.test(lines[from - 1] ?? '')) from--;
  return { line, from, to: endOf(lines, line) };
}

const declaration = /^(?:export )?(?:(?:async )?function\*? |class |const )(\w+)/;

const declaredIn = (text: string): string | undefined => declaration.exec(text)?.[1];

/**
 * A function or class ends with the first brace that is not indented; a constant, with the last semicolon before
 * another declaration.
 */
function endOf(lines: readonly string[], line: number): number {
  const isConstant = /^(?:export )?const /.test(lines[line] ?? '');
  for (let i = line; i < lines.length; i++) {
    const text = lines[i] ?? '';
    const isLast = isConstant ? text.endsWith(';') && beginsAnother(lines, i + 1) : text === '}';
    if (isLast) return i + 1;
  }
  return lines.length;
}

/** Whether the next line is outside of a declaration and is not its last line. */
function beginsAnother(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from).find((text) => text !== '');
  return next === undefined || /^[^\s)}\]]/.test(next);
}
