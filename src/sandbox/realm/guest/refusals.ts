/** Whether what acquire returned is a refusal: by its look, or by its likeness to what a run showed to be one. */

/** `{ acquired: false }`, `{ error }`, -1, `[false, null]`, an error and words that say no are refusals too. */
export function isRefusal(returned: unknown): boolean {
  if (typeof returned === 'number') return returned < 0;
  if (typeof returned === 'string') return returned.length < 50 && refusingWords.test(returned);
  if (returned instanceof Error || (Array.isArray(returned) && returned[0] === false)) return true;
  const fields: Record<string, unknown> = Array.isArray(returned) ? {} : Object(returned);
  const { isErr, error } = fields;
  if (typeof isErr === 'function') return isErr.call(returned) === true;
  if (error !== undefined && error !== null && error !== false) return true;
  return Object.keys(fields).some((name) => sayingNames.test(name) && fields[name] === false);
}

const sayingNames =
  /^(is|has|was|got|lock)?_?(acquired|acquisition|ok|success|successful|succeeded|locked|lock|status|granted|obtained|result|got|owned|held)$/i;

/** Matches only words without digits, since the value of an owner has digits. */
const refusingWords =
  /^(?=[a-z _-]+$).*(held|busy|taken|fail|refus|denied|reject|not|already|in.use|by.other|conflict|unavailable|timeout|error)/i;

/** Numbers above 0, by which two values are alike: the types of their fields, and the short ones of their values as well. */
export const digestsOf = (returned: unknown): readonly number[] => [
  digest(`types ${written(returned, false, depthMost)}`),
  digest(`values ${written(returned, true, depthMost)}`),
];

/** A value for a sentence. */
export const briefly = (returned: unknown): string => written(returned, true, depthMost).slice(0, 80);

const depthMost = 2;

/** @param isExact whether values count. A long text, or one with digits, may be the value of an owner */
function written(value: unknown, isExact: boolean, depth: number): string {
  if (typeof value === 'boolean' || value === null || value === undefined) return String(value);
  if (typeof value === 'string')
    return isExact && value.length < 40 && !/\d/.test(value) ? JSON.stringify(value) : 'text';
  if (typeof value === 'number') return isExact && Number.isInteger(value) && value < 1000 ? String(value) : 'number';
  if (typeof value !== 'object') return typeof value;
  if (depth === 0) return '…';
  const inside = (each: unknown): string => written(each, isExact, depth - 1);
  if (Array.isArray(value)) return `[${value.map(inside).join(', ')}]`;
  const names = Object.keys(value).sort();
  return names.length === 0
    ? '{}'
    : `{ ${names.map((name) => `${name}: ${inside(Reflect.get(value, name))}`).join(', ')} }`;
}

/** FNV-1a. */
function digest(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 1) + 1;
}
