/**
 * What processes that are no clients say of their steps, in words. A step is an event and a process, such as
 * `+sdown nodeA`. The table is empty at first, because the words come with the processes (`run/registry.ts`).
 */

/** @param who the process itself, as a sentence names it. @param whom the process that its step is about. */
type Saying = (who: string, whom: string) => string;

export type StepWords = Readonly<Record<string, { readonly en: Saying; readonly zh: Saying }>>;

const known: Record<string, { readonly en: Saying; readonly zh: Saying }> = {};

export const knowStepWords = (words: StepWords): void => {
  Object.assign(known, words);
};

/** The sentence for a step. Undefined when its event is not known: a client names its steps as it likes. */
export const stepSaid = (language: 'en' | 'zh', step: string, who: string, whom: string): string | undefined =>
  known[step.slice(0, step.indexOf(' '))]?.[language](who, whom);
