/** Reads a text from outside, or from another version, by its schema. */
import * as v from 'valibot';

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** The problem names the field, or the place where the text stops being JSON. */
export function readJson<S extends v.GenericSchema>(schema: S, text: string): Read<v.InferOutput<S>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return { ok: true, value: parsed.output };
  const [issue] = parsed.issues;
  return { ok: false, problem: `${v.getDotPath(issue) ?? 'file'}: ${issue.message}` };
}
