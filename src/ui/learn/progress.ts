/**
 * What a person has solved and predicted, kept in the browser if it allows that. It can be saved as a file. A solution earns three
 * points, and fewer if it spends more than the reference solution or needed hints. Of the answers to a prediction the first
 * counts, also after a reload. Who wants to answer anew may, and the score says so.
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

export interface Answered {
  /** The option that was chosen first. Absent: the person has it forgotten, and has not answered anew. */
  readonly answer?: string;
  /** The person had the answer shown. */
  readonly shown?: true;
  /** How often the first answer was forgotten. */
  readonly anew?: number;
}

export interface Progress {
  readonly solved: Readonly<Record<string, Solved>>;
  /** The first answer to each prediction. */
  readonly answers: Readonly<Record<string, Answered>>;
}

interface ProgressState extends Progress {
  /** Keeps the better of two attempts. */
  readonly note: (id: string, solved: Solved) => void;
  /** Keeps the first answer; a later one changes nothing. Returns whether it was the first. */
  readonly answer: (id: string, answered: { readonly answer: string; readonly shown?: true }) => boolean;
  /** Forgets answer and points of one exercise, so that it can be answered anew. */
  readonly forget: (id: string) => void;
  readonly replace: (progress: Progress) => void;
}

export const pointsMax = 3;

/** Whether the way goes on from here: it is solved, or a prediction whose first answer was given, right or wrong. */
export const isDone = ({ solved, answers }: Progress, id: string): boolean =>
  id in solved || answers[id]?.answer !== undefined;

const storageKey = 'redlock-playground-learn';
const version = 1;

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const idSchema = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/));

const progressSchema = v.strictObject({
  kind: v.literal('redlock-playground-progress'),
  version: v.literal(version),
  solved: v.record(idSchema, v.strictObject({ points: whole(1, pointsMax), hints: whole(0, 99) })),
  /** Files from before have none. */
  answers: v.optional(
    v.record(
      idSchema,
      v.strictObject({
        answer: v.exactOptional(idSchema),
        shown: v.exactOptional(v.literal(true)),
        anew: v.exactOptional(whole(1, 999)),
      }),
    ),
    {},
  ),
});

export const useProgress = create<ProgressState>()((set, get) => ({
  ...remembered(),
  note: (id, solved) => {
    const before = get().solved[id];
    if (before !== undefined && before.points >= solved.points) return;
    get().replace({ ...get(), solved: { ...get().solved, [id]: solved } });
  },
  answer: (id, answered) => {
    const { replace } = get();
    // Another tab may have answered meanwhile.
    const answers = { ...get().answers, ...remembered().answers };
    if (answers[id]?.answer !== undefined) return false;
    replace({ ...get(), answers: { ...answers, [id]: { ...answers[id], ...answered } } });
    return true;
  },
  forget: (id) => {
    const { solved, answers, replace } = get();
    const { [id]: _, ...others } = solved;
    const anew = Math.min(999, (answers[id]?.anew ?? 0) + 1);
    replace({ solved: others, answers: { ...answers, [id]: { anew } } });
  },
  replace: ({ solved, answers }) => {
    set({ solved, answers });
    store(storageKey, progressAsText({ solved, answers }));
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

export const progressAsText = ({ solved, answers }: Progress): string =>
  `${JSON.stringify({ kind: 'redlock-playground-progress', version, solved, answers }, null, 2)}\n`;

export type ReadProgress =
  | { readonly ok: true; readonly progress: Progress }
  | { readonly ok: false; readonly problem: string };

/** The problem names the field that is wrong. */
export function parseProgress(text: string): ReadProgress {
  const read = readJson(progressSchema, text);
  if (!read.ok) return read;
  const { solved, answers } = read.value;
  return { ok: true, progress: { solved, answers } };
}

/** Empty if it was written by another version. */
function remembered(): Progress {
  const read = parseProgress(stored(storageKey) ?? '');
  return read.ok ? read.progress : { solved: {}, answers: {} };
}
