/** The decisions of a visitor in each exercise in which he is the network. They last as long as the page. */
import { create } from 'zustand';
import type { OrderExercise } from '../../../core/model/scenario/exercise';
import type { Shortcut } from '../../help/commandFor';
import type { Decided } from '../../network/usePlay';

interface OrderTries {
  /** By the id of the exercise. */
  readonly decided: Readonly<Record<string, readonly Decided[]>>;
}

export const useOrderTries = create<OrderTries>()(() => ({ decided: {} }));

const none: readonly Decided[] = [];

export const decidedIn = ({ id }: Pick<OrderExercise, 'id'>, { decided }: OrderTries): readonly Decided[] =>
  decided[id] ?? none;

export function changeDecided(
  exercise: Pick<OrderExercise, 'id'>,
  next: (before: readonly Decided[]) => readonly Decided[],
): void {
  useOrderTries.setState((tries) => ({
    decided: { ...tries.decided, [exercise.id]: next(decidedIn(exercise, tries)) },
  }));
}

/** What the keys do in the level on screen. */
export interface LevelKeys {
  /** Takes the choice with this number, from 1, if it has a key. */
  readonly press: (number: number) => void;
  readonly undo: () => void;
}

/** Null: no level is on screen. */
let onScreen: LevelKeys | null = null;

/** Returns how to end it. */
export function takeKeys(keys: LevelKeys): () => void {
  onScreen = keys;
  return () => {
    if (onScreen === keys) onScreen = null;
  };
}

const isOnScreen = (): boolean => onScreen !== null;

/** Digits decide, Backspace and Ctrl+Z undo, as in the level itself. A digit without a choice does nothing. */
export const orderKeys: readonly Shortcut[] = [
  ...Array.from(
    { length: 9 },
    (_, i): Shortcut => ({ keys: `Digit${i + 1}`, when: isOnScreen, run: () => onScreen?.press(i + 1) }),
  ),
  { keys: 'Delete Ctrl+KeyZ', when: isOnScreen, run: () => onScreen?.undo() },
];
