/**
 * Speaks to people who do not see the timeline: the event that the keys have reached and, during playing, the
 * important events as they come.
 */
import { useEffect, useState } from 'react';
import type { Run } from '../../core/model/trace/run';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { currentRun } from '../state/run';
import { useSharedWords } from '../words/i18n';
import styles from './Timeline.module.css';

/** A screen reader needs this long for a sentence, in ms. Events that follow sooner are skipped. */
const pauseMs = 1200;

export interface SpeakerProps {
  readonly run: Run;
}

export function Speaker({ run }: SpeakerProps) {
  const text = useSaid(run);
  return (
    <p className={styles.unseen} aria-live="polite">
      {text}
    </p>
  );
}

function useSaid(run: Run): string {
  const { speech } = useSharedWords();
  const [text, setText] = useState('');
  const { trace } = run;
  useEffect(() => {
    let isOn = true;
    let saidAt = 0;
    let lines: Promise<readonly { readonly at: number; readonly text: string }[]> | null = null;
    const say = (what: string): void => {
      if (isOn) setText(what);
    };
    const offSelection = useEdition.subscribe(({ selection }, before) => {
      if (useCursor.getState().playing || selection === before.selection || selection?.kind !== 'event') return;
      const { seq } = selection;
      // Undo restores a selection before this view has the run that it belongs to.
      if (currentRun().trace !== trace || seq >= trace.count) return;
      // The first picture needs no sentences, so they are loaded when the first one is spoken.
      void import('../../core/narrate/sentence').then(({ sentence }) => say(sentence(trace, seq, speech)));
    });
    const offCursor = useCursor.subscribe((now, before) => {
      if (!now.playing || now.at <= before.at || Date.now() - saidAt < pauseMs) return;
      saidAt = Date.now();
      lines ??= import('../../core/narrate/narrate').then(({ narrate }) => narrate(trace, speech));
      void lines.then((all) => say(all.findLast(({ at }) => at <= now.at)?.text ?? ''));
    });
    return () => {
      isOn = false;
      offSelection();
      offCursor();
    };
  }, [trace, speech]);
  return text;
}
