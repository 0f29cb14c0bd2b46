/**
 * What somebody has solved, remembered in the browser where it allows that; it can be taken along as a file. Points: three,
 * fewer for who spends more than the solution does or has taken hints.
 */
import * as v from 'valibot';
import { create } from 'zustand';

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

const storageKey = 'redlock-playground-learn';
const version = 1;

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const progressSchema = v.strictObject({
  kind: v.literal('redlock-playground-progress'),
  version: v.literal(version),
  solved: v.record(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/)),
    v.strictObject({ points: whole(1, 3), hints: whole(0, 99) }),
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
    remember(solved);
  },
}));

/** @param spent what it took, and `par` what the solution takes; null where nothing is counted. */
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
  return Math.max(1, 3 - (isDear ? 1 : 0) - (hints > 0 ? 1 : 0));
}

export const progressAsText = (solved: Readonly<Record<string, Solved>>): string =>
  `${JSON.stringify({ kind: 'redlock-playground-progress', version, solved }, null, 2)}\n`;

export type ReadProgress =
  | { readonly ok: true; readonly solved: Readonly<Record<string, Solved>> }
  | { readonly ok: false; readonly problem: string };

/** Names the field that is wrong. */
export function parseProgress(text: string): ReadProgress {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
  const parsed = v.safeParse(progressSchema, value);
  if (parsed.success) return { ok: true, solved: parsed.output.solved };
  const [issue] = parsed.issues;
  return { ok: false, problem: `${v.getDotPath(issue) ?? 'file'}: ${issue.message}` };
}

/** Storage may be forbidden, or hold what another version wrote: then nothing is remembered. */
function remembered(): Readonly<Record<string, Solved>> {
  try {
    const read = parseProgress(localStorage.getItem(storageKey) ?? '');
    return read.ok ? read.solved : {};
  } catch {
    return {};
  }
}

function remember(solved: Readonly<Record<string, Solved>>): void {
  try {
    localStorage.setItem(storageKey, progressAsText(solved));
  } catch {
    // Forbidden or full: the progress lasts as long as the page.
  }
}
