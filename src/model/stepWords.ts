/**
 * What processes that are no clients say of their steps, in words. A step is an event and a process, such as
 * `+sdown nodeA`. The table is empty at first, because the words come with the processes (`run/registry.ts`).
 */

/** @param who the process itself, as a sentence names it. @param whom the process that its step is about. */
type Sentence = (who: string, whom: string) => string;

/** The sentence for a step, in each language. */
export interface StepSaying {
  readonly en: Sentence;
  readonly zh: Sentence;
}

export type StepWords = Readonly<Record<string, StepSaying>>;

const known: Record<string, StepSaying> = {};

export const knowStepWords = (words: StepWords): void => {
  Object.assign(known, words);
};

/** Undefined when its event is not known: a client names its steps as it likes. */
export const sayingOf = (step: string): StepSaying | undefined => known[step.slice(0, step.indexOf(' '))];
