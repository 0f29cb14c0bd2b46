/** Merge patches (RFC 7386) over plain JSON values: `null` removes, objects merge, everything else replaces. */
import type { Patch, Scenario } from './scenario';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const isObject = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The scenario with the patch over it. Neither is changed. */
export const applyPatch = (scenario: Scenario, patch: Patch): Scenario =>
  merge(scenario as unknown as Json, patch as unknown as Json) as unknown as Scenario;

/** The smallest patch that turns the first into the second. Arrays are replaced whole. */
export const patchBetween = (from: Scenario, to: Scenario): Patch =>
  (difference(from as unknown as Json, to as unknown as Json) ?? {}) as unknown as Patch;

/** Whether two JSON values are the same, whatever the order of their keys. A value of undefined counts as absent. */
export const sameJson = (a: unknown, b: unknown): boolean =>
  a === undefined || b === undefined ? a === b : difference(a as Json, b as Json) === undefined;

function merge(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const result: Record<string, Json> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (value !== undefined) result[key] = merge(result[key] ?? null, value);
  }
  return result;
}

function difference(from: Json | undefined, to: Json): Json | undefined {
  if (isObject(from) && isObject(to)) {
    const patch: Record<string, Json> = {};
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
