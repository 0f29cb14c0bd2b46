// The speaker's notes in a window of their own, on the same computer: what comes next, the argument, a clock. It is a
// view of this page and closes with it. Keys pressed there work here.
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { presentWords } from '../../content/texts/present';
import { nextStep } from '../../picture/scene/nextStep';
import { type Scene, sentenceAt } from '../../picture/scene/sceneOf';
import { Button } from '../parts/Button';
import { useCursor } from '../state/cursor';
import { useStage } from '../state/stage';
import { useStory } from '../state/story';
import { useText } from '../words/i18n';
import styles from './Present.module.css';
import type { Narration } from './useNarration';

interface NotesProps {
  readonly scene: Scene;
  readonly narration: Narration;
}

export function Notes(props: NotesProps) {
  const words = useText()(presentWords);
  const [view, setView] = useState<Window | null>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const opened = window.open('', 'redlock-notes', 'popup,width=720,height=640');
    if (opened === null) return setRefused(true);
    const stop = furnish(opened);
    setView(opened);
    return () => {
      stop();
      opened.close();
    };
  }, []);
  useEffect(() => {
    if (view !== null) view.document.title = words.notesTitle;
  }, [view, words]);
  if (isRefused)
    return (
      <p role="alert" className="broken">
        {words.refused}
      </p>
    );
  return view === null ? null : createPortal(<Sheet {...props} />, view.document.body);
}

/**
 * Gives the window this page's look and passes its keys on.
 * @returns a function that undoes both
 */
function furnish(view: Window): () => void {
  const { document: there } = view;
  there.head.replaceChildren(
    ...[...document.querySelectorAll('link[rel="stylesheet"], style')].map((sheet) => there.importNode(sheet, true)),
  );
  for (const link of there.querySelectorAll('link'))
    link.href = new URL(link.getAttribute('href') ?? '', location.href).href;
  there.body.replaceChildren();
  const { lang, dataset } = document.documentElement;
  there.documentElement.lang = lang;
  if (dataset['theme'] !== undefined) there.documentElement.dataset['theme'] = dataset['theme'];
  const hand = (event: KeyboardEvent): void => {
    const { code, key, shiftKey, ctrlKey, metaKey } = event;
    if (
      !window.dispatchEvent(new KeyboardEvent('keydown', { code, key, shiftKey, ctrlKey, metaKey, cancelable: true }))
    )
      event.preventDefault();
  };
  const ended = (): void => useStage.setState({ hasNotes: false });
  const close = (): void => view.close();
  const control = new AbortController();
  const { signal } = control;
  view.addEventListener('keydown', hand, { signal });
  view.addEventListener('pagehide', ended, { signal });
  // This page draws the window, which would freeze without it.
  addEventListener('pagehide', close, { signal });
  return () => control.abort();
}

function Sheet({ scene, narration }: NotesProps) {
  const text = useText();
  const words = text(presentWords);
  const story = useStory();
  const at = useCursor((state) => state.at);
  return (
    <main className={styles.notes}>
      <Clock />
      <h1>{scene.title}</h1>
      <section>
        <h2>{words.now}</h2>
        <p>{sentenceAt(scene, at)}</p>
      </section>
      <section>
        <h2>{words.next}</h2>
        <p className={styles.following}>{useFollowing({ scene, narration })}</p>
      </section>
      <section>
        <h2>{words.argument}</h2>
        <p>
          {story?.argument === undefined
            ? story === null
              ? words.noArgument
              : text(story.lead)
            : text(story.argument)}
        </p>
      </section>
    </main>
  );
}

/** What the next press shows. */
function useFollowing({ scene, narration }: NotesProps): string {
  const text = useText();
  const words = text(presentWords);
  const at = useCursor((state) => state.at);
  const step = nextStep({ ...narration, at });
  if (step.kind === 'moment') return sentenceAt(scene, step.at);
  if (step.kind === 'answer') return words.nextAnswer(narration.answers.find(({ id }) => id === step.id)?.title ?? '');
  return narration.next === null ? words.last : words.story(text(narration.next.title));
}

/** How long the talk has lasted. */
function Clock() {
  const words = useText()(presentWords);
  const [from, setFrom] = useState(() => Date.now());
  const [now, setNow] = useState(from);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - from) / 1000));
  return (
    <div className={styles.time}>
      <output role="timer" aria-live="off" aria-label={words.clock}>
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </output>
      <Button onClick={() => setFrom(Date.now())}>{words.again}</Button>
    </div>
  );
}
