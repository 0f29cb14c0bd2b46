// For first-time visitors, while the page is folded: a sentence on what happens at the playhead, and a way on.
import { useEffect } from 'react';
import { readingOf } from '../../narrate/reading';
import { useTimeline } from '../edit/context';
import { Button } from '../parts/Button';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { useFold } from '../state/folded';
import { useRun } from '../state/run';
import { beatAt, timedBeats } from '../story/beats';
import { useText, useWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import styles from './Greeting.module.css';
import { beats, greetingWords, playOnce, unfold } from './tenSeconds';

export { fold } from './tenSeconds';

export function Greeting() {
  const words = useText()(greetingWords);
  const isTold = useFold(({ fold }) => fold?.stage === 'told');
  const isDragged = useEdition(({ draft }) => draft !== null);
  const timeline = useTimeline();
  useEffect(() => playOnce(timeline), [timeline]);
  return (
    <section className={styles.greeting} aria-label={words.label} data-greeting>
      <p className={styles.said} aria-live="polite">
        <Sentence isDragged={isDragged} />
        {/* The space comes and goes with the words: alone, it would move from line to line, which counts as a shift. */}
        {isTold && !isDragged && (
          <>
            {' '}
            <strong>{words.next}</strong>
          </>
        )}
      </p>
      <Button onClick={() => unfold(timeline)}>{words.all}</Button>
    </section>
  );
}

/** While the pause is dragged, what comes of it. */
function Sentence({ isDragged }: { readonly isDragged: boolean }) {
  const text = useText();
  const words = useWords();
  const run = useRun();
  const timed = timedBeats(run.trace, beats);
  const beat = timed[useCursor(({ at }) => beatAt(timed, at))]?.beat;
  return isDragged ? readingOf(run.verdict, words.speech).sentence : beat && unbroken(text(beat.text));
}
