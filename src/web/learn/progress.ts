/**
 * What a person has solved and predicted, kept in the browser if it allows that. It can be saved as a file. A
 * solution earns three points, and fewer if it spends more than the reference solution or needed hints. Hints, wrong
 * names and a shown solution still count after a reload, and so does the first answer to a prediction. A person may
 * answer again, without points.
 */
import * as v from 'valibot';
import { create } from 'zustand';
import type { Text } from '../../core/model/text';
import { readJson } from '../state/readJson';
import { store, stored } from '../state/stored';

export interface Solved {
  /** 1 … 3. */
  readonly points: number;
  readonly hints: number;
}

/** What reduces the points or opens the way on, whatever happens later. */
export interface Answered {
  /** For a prediction: the option that was chosen first. Absent: no option was, or the person reset it. */
  readonly answer?: string;
  /** Whether the answer or a solution was shown. */
  readonly shown?: true;
  /** How many hints were taken. */
  readonly hints?: number;
  /** How many checks found a wrong name. */
  readonly misses?: number;
  /** How many times it was reset. After a reset the person knows the answer, so nothing is earned. */
  readonly anew?: number;
}

export interface Progress {
  readonly solved: Readonly<Record<string, Solved>>;
  /** By the id of the exercise. */
  readonly answers: Readonly<Record<string, Answered>>;
}

interface ProgressState extends Progress {
  /** Keeps the better of two attempts; for an exercise that was reset, the earlier one. */
  readonly note: (id: string, solved: Solved) => void;
  /** Keeps the first answer and ignores later ones. Returns whether it was the first. */
  readonly answer: (id: string, answered: { readonly answer: string; readonly shown?: true }) => boolean;
  /** Keeps that a solution was shown, and the most hints and misses. */
  readonly keep: (id: string, taken: Pick<Answered, 'shown' | 'hints' | 'misses'>) => void;
  /** Resets the answer to one exercise, so that it can be answered again. The points that it earned stay. */
  readonly forget: (id: string) => void;
  readonly replace: (progress: Progress) => void;
}

export const pointsMax = 3;

/**
 * Whether the way continues from here: it is solved, its solution was shown, or a first answer was given, right or
 * wrong.
 */
export const isDone = ({ solved, answers }: Progress, id: string): boolean =>
  Object.hasOwn(solved, id) || answers[id]?.answer !== undefined || answers[id]?.shown === true;

const storageKey = 'redlock-playground-learn';
const version = 1;

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const idSchema = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/));

const progressSchema = v.strictObject({
  kind: v.literal('redlock-playground-progress'),
  version: v.literal(version),
  solved: v.record(idSchema, v.strictObject({ points: whole(1, pointsMax), hints: whole(0, 99) })),
  /** Older files do not have it. */
  answers: v.optional(
    v.record(
      idSchema,
      v.strictObject({
        answer: v.exactOptional(idSchema),
        shown: v.exactOptional(v.literal(true)),
        hints: v.exactOptional(whole(1, 99)),
        misses: v.exactOptional(whole(1, 999)),
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
    if (get().answers[id]?.anew !== undefined) return;
    get().replace({ ...get(), solved: { ...get().solved, [id]: solved } });
  },
  answer: (id, answered) => {
    const { replace } = get();
    // Another tab may have saved an answer meanwhile.
    const answers = { ...get().answers, ...remembered().answers };
    if (answers[id]?.answer !== undefined) return false;
    replace({ ...get(), answers: { ...answers, [id]: { ...answers[id], ...answered } } });
    return true;
  },
  keep: (id, { shown, hints = 0, misses = 0 }) => {
    const { replace } = get();
    // Another tab may have saved an answer meanwhile.
    const answers = { ...get().answers, ...remembered().answers };
    const before = answers[id];
    const most = { hints: Math.max(hints, before?.hints ?? 0), misses: Math.max(misses, before?.misses ?? 0) };
    const kept: Answered = {
      ...before,
      ...(shown === undefined ? {} : { shown }),
      ...(most.hints === 0 ? {} : { hints: Math.min(99, most.hints) }),
      ...(most.misses === 0 ? {} : { misses: Math.min(999, most.misses) }),
    };
    replace({ ...get(), answers: { ...answers, [id]: kept } });
  },
  forget: (id) => {
    const { solved, answers, replace } = get();
    const anew = Math.min(999, (answers[id]?.anew ?? 0) + 1);
    replace({ solved, answers: { ...answers, [id]: { anew } } });
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
  | { readonly ok: false; readonly problem: Text };

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
