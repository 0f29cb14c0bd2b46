/** What a reader has written, as this browser keeps it. If storage is forbidden, it lasts as long as the page. */
import * as v from 'valibot';
import { readJson } from '../state/readJson';
import { store, stored } from '../state/stored';
import type { Written } from './ownCode';

const key = 'redlock-own';

const code = {
  lock: v.string(),
  check: v.string(),
  guard: v.fallback(v.picklist(['none', 'version', 'own']), 'none'),
  isWaiting: v.fallback(v.boolean(), false),
};
const schema = v.object({
  ...code,
  before: v.fallback(v.nullable(v.object({ ...code, template: v.string() })), null),
});

/** Null: no code was kept, or it cannot be read. */
export function readKept(text = stored(key)): Written | null {
  const parseResult = readJson(schema, text ?? 'null');
  return parseResult.ok ? parseResult.value : null;
}

export const keep = ({ lock, check, guard, isWaiting, before }: Written): boolean =>
  store(key, JSON.stringify({ lock, check, guard, isWaiting, before }));
