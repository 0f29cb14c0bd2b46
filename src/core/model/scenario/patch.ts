/** Merge patches (RFC 7386) over plain JSON values: `null` removes, objects merge, everything else replaces. */
import { isObject } from '../values/isObject';
import type { Patch, Scenario } from './scenario';

/** The scenario with the patch applied. Neither argument is changed. */
export const applyPatch = (scenario: Scenario, patch: Patch): Scenario => merge(scenario, patch) as Scenario;

/** The smallest patch that turns the first value into the second. It replaces arrays whole. */
export const patchBetween = (from: Partial<Scenario>, to: Partial<Scenario>): Patch =>
  (difference(from, to) ?? {}) as Patch;

/** Whether two JSON values are the same, whatever the order of their keys. A value of undefined counts as absent. */
export const sameJson = (a: unknown, b: unknown): boolean =>
  a === undefined || b === undefined ? a === b : difference(a, b) === undefined;

function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (value !== undefined) result[key] = merge(result[key] ?? null, value);
  }
  return result;
}

function difference(from: unknown, to: unknown): unknown {
  if (isObject(from) && isObject(to)) {
    const patch: Record<string, unknown> = {};
    for (const key of Object.keys(from)) if (from[key] !== undefined && to[key] === undefined) patch[key] = null;
    for (const [key, value] of Object.entries(to)) {
      const part = value === undefined ? undefined : difference(from[key], value);
      if (part !== undefined) patch[key] = part;
    }
    return Object.keys(patch).length > 0 ? patch : undefined;
  }
  if (Array.isArray(from) && Array.isArray(to)) {
    const same = from.length === to.length && from.every((value, i) => difference(value, to[i] ?? null) === undefined);
    return same ? undefined : to;
  }
  return from === to ? undefined : to;
}
