/** Reads a text from outside, or from another version, by its schema. */
import * as v from 'valibot';
import { parseJson } from '../../core/model/scenario/parse/parseJson';
import { sentence, type Text } from '../../core/model/values/text';

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Text };

/** The problem names the field, or the place where the text stops being JSON. */
export function readJson<S extends v.GenericSchema>(schema: S, text: string): Read<v.InferOutput<S>> {
  const json = parseJson(text);
  if (!json.ok) return json;
  const parsed = v.safeParse(schema, json.value);
  if (parsed.success) return { ok: true, value: parsed.output };
  const [issue] = parsed.issues;
  return { ok: false, problem: sentence(`${v.getDotPath(issue) ?? 'file'}: ${issue.message}`) };
}
