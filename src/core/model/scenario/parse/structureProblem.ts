/** Finds what a schema cannot find: keys that belong to every object, lists in place of an object, endless nesting. */
import * as v from 'valibot';
import type { Problem } from './problem';
import * as problems from './problems';

const depthMax = 12;

/** The paths at which a scenario has lists. Elsewhere a list would count as an object without fields. */
const listPaths: readonly RegExp[] = [/^faults\.[\s\S]+\.(from|to|cutOff)$/, /^settings\.own\.\w+\.nodes$/];

/** An object, unchanged. `v.record` would silently leave out a `constructor`. */
export const anyObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

interface Visit {
  readonly value: unknown;
  readonly path: readonly string[];
}

/** The first such problem of a scenario, or of a patch over one. Null if absent. */
export const structureProblem = (root: unknown): Problem | null =>
  walked(root, (path) => listPaths.some((pattern) => pattern.test(path.join('.'))));

/** The same for any other JSON, where lists are left to its schema. */
export const nestingProblem = (root: unknown): Problem | null => walked(root, () => true);

/** Cost: one walk, without recursion. */
function walked(root: unknown, mayBeList: (path: readonly string[]) => boolean): Problem | null {
  const waiting: Visit[] = [{ value: root, path: [] }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const { value, path } = visit;
    if (typeof value !== 'object' || value === null) continue;
    if (path.length > depthMax) return tooDeep(path);
    const isList = Array.isArray(value);
    if (isList && !mayBeList(path)) return noList(path);
    for (const [key, inner] of Object.entries(value)) {
      if (!isList && (key in Object.prototype || key === 'prototype')) return reserved(path, key);
      waiting.push({ value: inner, path: [...path, key] });
    }
  }
  return null;
}

const tooDeep = (path: readonly string[]): Problem => {
  const at = path.slice(0, 4).join('.');
  return { path: at, message: problems.tooDeep(at, depthMax) };
};

const noList = (path: readonly string[]): Problem => {
  const at = path.join('.');
  return { path: at, message: problems.isList(problems.subjectAt(at)) };
};

const reserved = (path: readonly string[], key: string): Problem => {
  const at = [...path, key].join('.');
  return { path: at, message: problems.reservedName(at, key) };
};
