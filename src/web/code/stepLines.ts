/** Finds the steps of a program in its source. The line of `yield* step('write')` is the one that runs next. */

const stepCall = /\bstep\('([\w-]+)'\)/;

/** Step → number of its line, from 0. If a step occurs twice, its first line counts. */
export function stepLines(source: string): ReadonlyMap<string, number> {
  const lineOfStep = new Map<string, number>();
  source.split('\n').forEach((line, i) => {
    const label = stepCall.exec(line)?.[1];
    if (label !== undefined && !lineOfStep.has(label)) lineOfStep.set(label, i);
  });
  return lineOfStep;
}

/**
 * The source from its first function on, because imports and types are not presented. Line numbers stay those of the
 * file.
 */
export function bodyStart(source: string): number {
  const lines = source.split('\n');
  const first = lines.findIndex(
    (line) => /^(export )?(const|function)/.test(line) && !/^export type|^import/.test(line),
  );
  if (first < 0) return 0;
  // A comment above it belongs to it.
  let start = first;
  while (start > 0 && /^(\/\*\*| \*|\/\/)/.test(lines[start - 1] ?? '')) start--;
  return start;
}
