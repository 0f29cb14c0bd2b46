/** Plays an answer in place: from shortly before the fault, with the run before it as a ghost. */
import { sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Story } from '../../core/model/scenario/story';
import { spansOf } from '../../core/spans/spans';
import { withRemedy } from '../../picture/scene/answers';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { simulateNow } from '../state/longRun';
import { whileOpening } from '../state/opening';
import { currentRun } from '../state/run';
import { type AnswerRun, currentStory, publishedById } from '../state/story';

/** How long before the fault an answer starts to play, in µs. */
export const leadMicros = 200_000;

/**
 * Opens a variant of a story, or the story.
 * @param run what it opens instead of the published run
 * @returns whether it succeeded
 */
export type Pick = (story: string, variant: string | null, run?: AnswerRun) => Promise<boolean>;

interface Answer {
  readonly story: string;
  readonly variant: string | null;
  /** The variant that the question is about; null: the story itself. */
  readonly about: string | null;
  /** The name of the fault. */
  readonly fault: string | null;
}

/** @returns whether it could be opened */
export const playAnswer = (answer: Answer, pick: Pick): Promise<boolean> => whileOpening(openAndPlay(answer, pick));

async function openAndPlay(answer: Answer, pick: Pick): Promise<boolean> {
  const before = useEdition.getState().committed;
  if (!(await pick(answer.story, answer.variant, answerRun(answer)))) return false;
  useEdition.setState({ ghostScenario: before });
  playFrom(answer.fault);
  return true;
}

/**
 * A remedy changes the run in question; other variants are opened as published. The way back leads to the run from
 * which the answer was reached, from a remedy with the faults as they are by then.
 */
function answerRun({ story: id, variant: variantId, about }: Answer): AnswerRun | undefined {
  const story = currentStory();
  if (story?.id !== id) return undefined;
  const variant = story.variants.find((one) => one.id === variantId);
  const subject = runInQuestion(story, about);
  if (variant?.fix === true)
    return { baseScenario: subject, scenario: withRemedy(story, variant, subject, simulateNow)?.scenario ?? null };
  const { variantId: open, baseScenario: before } = useEdition.getState();
  const isRemedyOpen = isRemedyOf(story, open);
  if (isRemedyOpen && variantId === about) return { baseScenario: null, scenario: subject };
  // The way back from a variant leads to the story.
  const ofStory = isRemedyOpen || open === null ? (about === null ? subject : null) : before;
  return variantId === null ? { baseScenario: null, scenario: ofStory } : { baseScenario: ofStory, scenario: null };
}

/** The run that the answers are about: the one on the screen, or the one that an open remedy changes. */
export function runInQuestion(
  story: Story,
  about: string | null,
  { committed, baseScenario, variantId }: OpenRun = useEdition.getState(),
): Scenario {
  if (baseScenario !== null && isRemedyOf(story, variantId)) {
    const isAsOpened = sameJson(committed.faults, publishedById(story, variantId).faults);
    return isAsOpened ? baseScenario : { ...baseScenario, faults: committed.faults };
  }
  return about === variantId ? committed : publishedById(story, about);
}

interface OpenRun {
  readonly committed: Scenario;
  readonly baseScenario: Scenario | null;
  readonly variantId: string | null;
}

export const isRemedyOf = ({ variants }: Story, variantId: string | null): boolean =>
  variants.some(({ id, fix }) => id === variantId && fix === true);

/** Plays from shortly before a fault; if there is no fault, from the start. */
export function playFrom(fault: string | null): void {
  const { faults } = spansOf(currentRun().trace);
  const injectedAt = (fault === null ? faults[0] : faults.find(({ name }) => name === fault))?.from ?? 0;
  useCursor.getState().setAt(Math.max(0, injectedAt - leadMicros));
  useCursor.getState().setPlaying(true);
}
