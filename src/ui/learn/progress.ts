/**
 * What a person has solved, kept in the browser if it allows that. It can be saved as a file. A solution earns three
 * points, and fewer if it spends more than the reference solution or needed hints.
 */
import * as v from 'valibot';
import { create } from 'zustand';
import { readJson } from '../state/readJson';
import { store, stored } from '../state/stored';

export interface Solved {
  /** 1 … 3. */
  readonly points: number;
  readonly hints: number;
}

interface ProgressState {
  readonly solved: Readonly<Record<string, Solved>>;
  /** Keeps the better of two attempts. */
  readonly note: (id: string, solved: Solved) => void;
  readonly replace: (solved: Readonly<Record<string, Solved>>) => void;
}

export const pointsMax = 3;

const storageKey = 'redlock-playground-learn';
const version = 1;

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const progressSchema = v.strictObject({
  kind: v.literal('redlock-playground-progress'),
  version: v.literal(version),
  solved: v.record(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/)),
    v.strictObject({ points: whole(1, pointsMax), hints: whole(0, 99) }),
  ),
});

export const useProgress = create<ProgressState>()((set, get) => ({
  solved: remembered(),
  note: (id, solved) => {
    const before = get().solved[id];
    if (before !== undefined && before.points >= solved.points) return;
    get().replace({ ...get().solved, [id]: solved });
  },
  replace: (solved) => {
    set({ solved });
    store(storageKey, progressAsText(solved));
  },
}));

/**
 * Both are null if nothing is counted.
 * @param spent what the attempt took
 * @param par what the solution takes
 */
export function pointsFor({
  spent,
  par,
  hints,
}: {
  readonly spent: number | null;
  readonly par: number | null;
  readonly hints: number;
}): number {
  const isDear = spent !== null && par !== null && spent > par;
  return Math.max(1, pointsMax - (isDear ? 1 : 0) - (hints > 0 ? 1 : 0));
}

export const progressAsText = (solved: Readonly<Record<string, Solved>>): string =>
  `${JSON.stringify({ kind: 'redlock-playground-progress', version, solved }, null, 2)}\n`;

export type ReadProgress =
  | { readonly ok: true; readonly solved: Readonly<Record<string, Solved>> }
  | { readonly ok: false; readonly problem: string };

/** The problem names the field that is wrong. */
export function parseProgress(text: string): ReadProgress {
  const read = readJson(progressSchema, text);
  return read.ok ? { ok: true, solved: read.value.solved } : read;
}

/** Empty if it was written by another version. */
function remembered(): Readonly<Record<string, Solved>> {
  const read = parseProgress(stored(storageKey) ?? '');
  return read.ok ? read.solved : {};
}
