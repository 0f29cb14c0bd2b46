/**
 * The runs that a person made, kept in the browser if it allows that. Each scenario that differs from a published
 * story is kept under a name that can be changed, newest first. A run that is being worked on stays one entry.
 */
import * as v from 'valibot';
import { create } from 'zustand';
import { dataFacts } from '../../core/model/trace/outcome';
import { severities } from '../../core/model/trace/severity';
import type { Text } from '../../core/model/values/text';
import { readJson } from './readJson';
import { store, stored } from './stored';

/** The most runs kept. */
export const madeMax = 40;

const storageKey = 'redlock-playground-runs';
const format = 'redlock-playground runs';
const version = 1;

const entrySchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  name: v.pipe(v.string(), v.maxLength(120)),
  /** The part behind `#`. */
  link: v.pipe(v.string(), v.maxLength(20_000), v.regex(/^[\w\-.~=&%:,+]*$/)),
  /** Milliseconds since 1970. */
  at: v.pipe(v.number(), v.minValue(0)),
  outcome: v.picklist(severities),
  /** What happened to the data. */
  data: v.picklist(dataFacts),
});

const fileSchema = v.strictObject({
  format: v.literal(format),
  version: v.literal(version),
  runs: v.pipe(v.array(entrySchema), v.maxLength(1000)),
});

export type Made = Readonly<v.InferOutput<typeof entrySchema>>;

interface MadeState {
  readonly runs: readonly Made[];
  readonly put: (entry: Made) => void;
  readonly rename: (id: string, name: string) => void;
  readonly remove: (id: string) => void;
  /** Adds the runs that are not there yet. */
  readonly add: (runs: readonly Made[]) => void;
}

export const useMade = create<MadeState>()((set, get) => {
  const keep = (runs: readonly Made[]): void => {
    const newest = [...runs].sort((a, b) => b.at - a.at).slice(0, madeMax);
    set({ runs: newest });
    store(storageKey, madeAsText(newest));
  };
  return {
    runs: remembered(),
    put: (entry) => {
      const before = get().runs.find(({ id }) => id === entry.id);
      // A name that a person gave is kept.
      const newEntry = before === undefined ? entry : { ...entry, name: before.name };
      keep([newEntry, ...get().runs.filter(({ id }) => id !== entry.id)]);
    },
    rename: (id, name) => keep(get().runs.map((run) => (run.id === id ? { ...run, name: name.slice(0, 120) } : run))),
    remove: (id) => keep(get().runs.filter((run) => run.id !== id)),
    add: (runs) => keep([...get().runs, ...runs.filter(({ id }) => get().runs.every((run) => run.id !== id))]),
  };
});

export const madeAsText = (runs: readonly Made[]): string => `${JSON.stringify({ format, version, runs }, null, 2)}\n`;

export type ReadMade =
  | { readonly ok: true; readonly runs: readonly Made[] }
  | { readonly ok: false; readonly problem: Text };

/** The problem names the field that is wrong. */
export function parseMade(text: string): ReadMade {
  const parseResult = readJson(fileSchema, text);
  return parseResult.ok ? { ok: true, runs: parseResult.value.runs } : parseResult;
}

/** Empty if the entries were written by another version. */
function remembered(): readonly Made[] {
  const runsResult = parseMade(stored(storageKey) ?? '');
  return runsResult.ok ? runsResult.runs : [];
}
