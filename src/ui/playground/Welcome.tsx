// For first-time visitors: a sentence on what this is, and four hints, one after the other. It covers nothing and takes
// no focus, so a person may ignore it.
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Both } from '../../model/text';
import { welcome as english } from '../../texts/en/welcome';
import { welcome as chinese } from '../../texts/zh/welcome';
import { Button } from '../parts/Button';
import { togglePlaying } from '../playback/play';
import { useCursor } from '../state/cursor';
import { useText } from '../words/i18n';
import styles from './Welcome.module.css';

const welcomeWords: Both<typeof english> = { en: english, zh: chinese };

/** The target of each hint, by its place on the page. */
const hints = [
  { id: 'play', of: '[data-playback]' },
  { id: 'fault', of: '[data-plot] li[data-kind]' },
  { id: 'verdict', of: '[role="status"][data-outcome]' },
  { id: 'story', of: 'header [data-story]' },
] as const;

/** The page is still for this long before something moves. */
const playAfterMs = 1200;

export function Welcome() {
  const words = useText()(welcomeWords);
  const [step, setStep] = useState<number | null>(0);
  const hint = step === null ? undefined : hints[step];
  useEffect(() => markHinted(hint?.of ?? null), [hint]);
  useEffect(playByItself, []);
  if (step === null || hint === undefined) return null;
  const isLast = step === hints.length - 1;
  return (
    <section className={styles.welcome} aria-label={words.label}>
      <p className={styles.what}>{words.what}</p>
      <p className={styles.hint}>
        <span className={styles.count}>{words.hint(step + 1, hints.length)}</span> {words.hints[hint.id]}
      </p>
      <div className={styles.actions}>
        {!isLast && <Button onClick={() => setStep(showHint(step + 1))}>{words.next}</Button>}
        <Button look="plain" aria-label={words.close} onClick={() => setStep(null)}>
          <X size={16} aria-hidden />
        </Button>
      </div>
    </section>
  );
}

/** On a phone the target of the next hint may be out of view. Only a press scrolls; nothing moves by itself. */
function showHint(step: number): number {
  const of = hints[step]?.of;
  if (of !== undefined) document.querySelector(of)?.scrollIntoView({ block: 'center' });
  return step;
}

/** Returns how to remove the mark. */
function markHinted(selector: string | null): () => void {
  const element = selector === null ? null : document.querySelector(selector);
  element?.setAttribute('data-hinted', '');
  return () => element?.removeAttribute('data-hinted');
}

/** Nothing starts if the visitor wants no motion, or has begun to do something. */
function playByItself(): (() => void) | undefined {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  const stop = (): void => {
    clearTimeout(timer);
    for (const type of ['pointerdown', 'keydown'] as const) window.removeEventListener(type, stop, true);
  };
  const timer = setTimeout(() => {
    stop();
    if (!useCursor.getState().playing) togglePlaying();
  }, playAfterMs);
  for (const type of ['pointerdown', 'keydown'] as const) window.addEventListener(type, stop, true);
  return stop;
}
