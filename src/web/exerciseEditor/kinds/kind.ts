/** What the editor asks of a kind of exercise. */
import type { ReactNode } from 'react';
import type { ownWords } from '../../../content/texts/ownExercise';
import type { MadeExercise } from '../../../core/model/scenario/exercise';
import type { Patch, Scenario } from '../../../core/model/scenario/scenario';
import type { Text } from '../../../core/model/values/text';
import type { Breach } from '../../../course/kinds/kind';
import type { SmallestBreaks } from '../../../search/explore/smallestBreaks';
import type { ExerciseDraft } from '../draft';

export interface PartProps {
  readonly draft: ExerciseDraft;
  readonly change: (part: Partial<ExerciseDraft>) => void;
}

export interface Source {
  readonly scenario: Scenario;
  /** The address of the published schema. */
  readonly schema: string;
  /** For a maker who writes no title. */
  readonly title: Text;
  readonly taskOf: (draft: ExerciseDraft) => Text;
  /** The name of an attack with these faults. */
  readonly attackTitle: (faultNames: readonly string[]) => string;
}

export interface Solvable {
  readonly kind: 'solvable';
  /** What goes into the file besides what was filled in. */
  readonly besides: { readonly solution?: Patch; readonly seeds?: number };
  /** For `break`. */
  readonly smallest?: SmallestBreaks;
  /**
   * For `fix` or `choose`: how many attempts were tried, how many solve it, and whether its faults were tried
   * elsewhere.
   */
  readonly attempts?: { readonly all: number; readonly solved: number; readonly isAttacked: boolean };
}

export type Checked =
  | { readonly kind: 'checking'; readonly tried: number; readonly all: number }
  | { readonly kind: 'refused'; readonly flaws: readonly Breach[] }
  | Solvable;

export interface Checking {
  readonly signal: AbortSignal;
  readonly report: (checked: Checked) => void;
}

export interface Making<E extends MadeExercise = MadeExercise> {
  /** The question: answers or goals. */
  Asked(props: PartProps): ReactNode;
  /** What else it needs. */
  Besides?(props: PartProps): ReactNode;
  /** Optional fields. */
  More(props: PartProps): ReactNode;
  /** The task that the page writes. `wanted`: its goals. */
  task(draft: ExerciseDraft, words: (typeof ownWords)['en'], wanted: readonly string[]): string;
  /** Its part of the file. The parser decides whether it is an exercise; missing values are not made up here. */
  written(draft: ExerciseDraft, source: Source): object;
  /** Whether it can be solved; called only if it is not solved as given. */
  check(exercise: E, checking: Checking): Promise<Checked>;
}
