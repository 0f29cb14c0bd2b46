/** Plays an answer in place: from shortly before the fault, with the run before it as a ghost. */
import { spansOf } from '../../core/spans/spans';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { whileOpening } from '../state/opening';
import { currentRun } from '../state/run';

/** How long before the fault an answer starts to play, in µs. */
const leadMicros = 200_000;

/**
 * Opens a variant of a story, or the story as published.
 * @returns whether it succeeded
 */
export type Pick = (story: string, variant: string | null) => Promise<boolean>;

interface Answer {
  readonly story: string;
  readonly variant: string | null;
  /** The name of the fault. */
  readonly fault: string | null;
}

/** @returns whether it could be opened */
export const playAnswer = (answer: Answer, pick: Pick): Promise<boolean> => whileOpening(openAndPlay(answer, pick));

async function openAndPlay({ story, variant, fault }: Answer, pick: Pick): Promise<boolean> {
  const committed = useEdition.getState().committed;
  if (!(await pick(story, variant))) return false;
  useEdition.setState({ behind: committed });
  playFrom(fault);
  return true;
}

/** Plays from shortly before a fault; if there is no fault, from the start. */
export function playFrom(fault: string | null): void {
  const { faults } = spansOf(currentRun().trace);
  const injectedAt = (fault === null ? faults[0] : faults.find(({ name }) => name === fault))?.from ?? 0;
  useCursor.getState().setAt(Math.max(0, injectedAt - leadMicros));
  useCursor.getState().setPlaying(true);
}
