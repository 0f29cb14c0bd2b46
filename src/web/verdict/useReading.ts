/**
 * The reading of the run on screen. A live run that is still going, and a long one that is still being simulated, are
 * unfinished: the heading and the sentence say so, and there is no tone yet.
 */
import { useMemo } from 'react';
import type { Run } from '../../core/model/trace/run';
import { type Reading, readingOf } from '../../core/narrate/reading';
import type { Speech } from '../../core/narrate/speech';
import { useIsBeginning } from '../state/run';
import { useIsOpen } from '../state/shownLive';
import { useSharedWords } from '../words/i18n';

/** @param inSpeech absent: the words whose times have all digits */
export function useReading(run: Run, inSpeech?: Speech): Reading {
  const { speech: exact, live, verdict: verdictWords } = useSharedWords();
  const speech = inSpeech ?? exact;
  const { verdict } = run;
  const isGoingOn = useIsOpen(run);
  const isBeginning = useIsBeginning(run) && verdict.outcome !== 'lost' && verdict.outcome !== 'overlap';
  return useMemo(() => {
    const reading = readingOf(verdict, speech);
    if (!isGoingOn && !isBeginning) return reading;
    const [headline, sentence] = isGoingOn
      ? [live.running, live.runningText]
      : [verdictWords.beginning, verdictWords.beginningText];
    return { ...reading, title: headline, headline, sentence, tone: 'grey', doubt: 'unfinished' };
  }, [verdict, speech, live, verdictWords, isGoingOn, isBeginning]);
}
