/**
 * What a person has solved and predicted, kept in the browser if it allows that. It can be saved as a file. A
 * solution earns three points, and fewer if it spends more than the reference solution or needed hints. Hints, wrong
 * names and a shown solution still count after a reload, and so does the first answer to a prediction. Later answers
 * earn no points.
 */
import * as v from 'valibot';
import { create } from 'zustand';
import type { Text } from '../../core/model/values/text';
import { readJson } from '../state/readJson';
import { store, stored } from '../state/stored';

export const pointsMax = 3;
/** The most hints and wrong names that are counted. */
const countMax = 99;

const storageKey = 'redlock-playground-learn';
const version = 1;

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const idSchema = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/));

const solvedSchema = v.strictObject({ points: whole(1, pointsMax), hints: whole(0, 99) });

/** What reduces the points or opens the way on, whatever happens later. */
const answeredSchema = v.strictObject({
  /** For a prediction: the option that was chosen first. Absent: no option was, or the person reset it. */
  answer: v.exactOptional(idSchema),
  /** Whether the answer or a solution was shown. */
  shown: v.exactOptional(v.literal(true)),
  /** How many hints were taken. */
  hints: v.exactOptional(whole(1, 99)),
  /** How many checks found a wrong name. */
  misses: v.exactOptional(whole(1, 999)),
  /** How many times it was reset. After a reset the person knows the answer, so nothing is earned. */
  anew: v.exactOptional(whole(1, 999)),
});

const progressSchema = v.strictObject({
  kind: v.literal('redlock-playground-progress'),
  version: v.literal(version),
  solved: v.record(idSchema, solvedSchema),
  answers: v.record(idSchema, answeredSchema),
});

export type Solved = Readonly<v.InferOutput<typeof solvedSchema>>;
type Answered = Readonly<v.InferOutput<typeof answeredSchema>>;

export interface Progress {
  readonly solved: Readonly<Record<string, Solved>>;
  /** By the id of the exercise. */
  readonly answers: Readonly<Record<string, Answered>>;
}

interface ProgressState extends Progress {
  /**
   * Keeps the points of a solution that was not shown, the better of two; for an exercise that was reset, the earlier.
   * @param lost the points that the attempt itself costs; hints cost one more
   */
  readonly earn: (id: string, lost: number) => void;
  /** Keeps the first answer and ignores later ones. Returns whether it was the first. */
  readonly answer: (id: string, answered: { readonly answer: string; readonly shown?: true }) => boolean;
  /** Keeps that a solution was shown. */
  readonly show: (id: string) => void;
  /** Counts a hint that was taken, or a check that found a wrong name. */
  readonly count: (id: string, what: 'hints' | 'misses') => void;
  /** Resets the answer to one exercise, so that it can be answered again. The points that it earned stay. */
  readonly forget: (id: string) => void;
  readonly replace: (progress: Progress) => void;
}

/**
 * Whether the way continues from here: it is solved, its solution was shown, or a first answer was given, right or
 * wrong.
 */
export const isDone = ({ solved, answers }: Progress, id: string): boolean =>
  Object.hasOwn(solved, id) || answers[id]?.answer !== undefined || answers[id]?.shown === true;

export const useProgress = create<ProgressState>()((set, get) => {
  /** With what another tab has saved meanwhile. */
  const answersNow = (): Progress['answers'] => ({ ...get().answers, ...remembered().answers });
  const keep = (id: string, answer: Answered): void => {
    const answers = answersNow();
    get().replace({ ...get(), answers: { ...answers, [id]: { ...answers[id], ...answer } } });
  };
  return {
    ...remembered(),
    earn: (id, lost) => {
      const { solved, answers, replace } = get();
      const { hints = 0, shown, anew } = answers[id] ?? {};
      const points = Math.max(1, pointsMax - lost - (hints > 0 ? 1 : 0));
      if (shown || anew !== undefined || points <= (solved[id]?.points ?? 0)) return;
      replace({ answers, solved: { ...solved, [id]: { points, hints } } });
    },
    answer: (id, answered) => {
      if (answersNow()[id]?.answer !== undefined) return false;
      keep(id, answered);
      return true;
    },
    show: (id) => keep(id, { shown: true }),
    count: (id, what) => {
      const counted = (get().answers[id]?.[what] ?? 0) + 1;
      keep(id, { [what]: Math.min(countMax, Math.max(counted, answersNow()[id]?.[what] ?? 0)) });
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
  };
});

/** What is known of an exercise besides its points. */
export const useAnswered = (id: string): Answered => useProgress(({ answers }) => answers[id]) ?? {};

export const progressAsText = ({ solved, answers }: Progress): string =>
  `${JSON.stringify({ kind: 'redlock-playground-progress', version, solved, answers }, null, 2)}\n`;

export type ReadProgress =
  | { readonly ok: true; readonly progress: Progress }
  | { readonly ok: false; readonly problem: Text };

/** The problem names the field that is wrong. */
export function parseProgress(text: string): ReadProgress {
  const parseResult = readJson(progressSchema, text);
  if (!parseResult.ok) return parseResult;
  const { solved, answers } = parseResult.value;
  return { ok: true, progress: { solved, answers } };
}

/** Empty if it was written by another version. */
function remembered(): Progress {
  const progressResult = parseProgress(stored(storageKey) ?? '');
  return progressResult.ok ? progressResult.progress : { solved: {}, answers: {} };
}
