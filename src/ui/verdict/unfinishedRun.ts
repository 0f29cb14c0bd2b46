/**
 * What is said of a run that is not complete yet: a live one that goes on, or a long one that is still being simulated.
 */
import type { Run } from '../../model/run';
import { useIsBeginning } from '../state/run';
import { useIsOpen } from '../state/shownLive';
import { useSharedWords } from '../words/i18n';

export interface UnfinishedRun {
  readonly headline: string;
  readonly sentence: string;
}

/** null: it is complete, or the outcome is already proven. */
export function useUnfinishedRun(run: Run): UnfinishedRun | null {
  const words = useSharedWords();
  const isGoingOn = useIsOpen(run);
  const isBeginning = useIsBeginning(run) && !isProven(run);
  if (isGoingOn) return { headline: words.live.running, sentence: words.live.runningText };
  return isBeginning ? { headline: words.verdict.beginning, sentence: words.verdict.beginningText } : null;
}

const isProven = ({ verdict: { outcome } }: Run): boolean => outcome === 'lost-update' || outcome === 'overlap';
