// Starts an app: loads its words and what it shows first, then draws the page.
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { takeKept } from '../state/keptOverReload';
import { onChunkLoadError } from '../state/lostPart';
import { type LoadWords, startWords } from '../words/i18n';
import { carryLanguage } from './carryLanguage';
import { afterFrames, deferLoadEvent, deferLoadUntilDrawn } from './deferLoadEvent';
import { keepOffline } from './offline';

interface Beginning<Kept> {
  /** What the reader had made before the page reloaded itself; null: it did not. */
  readonly savedState: Kept | null;
  /** Resolves when the words are loaded. */
  readonly spoken: Promise<void>;
}

interface App<Kept> {
  readonly words: LoadWords;
  /**
   * The folder of the site as seen from the page. Null: the page is part of a foreign page, and keeps nothing for
   * offline use.
   */
  readonly site: '' | '../' | '../../' | null;
  /** What the window's load event waits for: the run on its timeline, or the whole page. Absent: for nothing. */
  readonly waitsFor?: 'timeline' | 'page';
  /** Whether the server still serves the page, where that cannot be checked by fetching it. */
  readonly isServed?: () => Promise<boolean>;
  /** Sets language and theme before words are requested. What was kept over a reload is applied after it. */
  readonly before?: () => void;
  /** Loads what is shown first. It is called before the words are loaded. */
  readonly load: (beginning: Beginning<Kept>) => Promise<ReactNode>;
}

export async function start<Kept = unknown>({
  words,
  site,
  waitsFor,
  isServed,
  before,
  load,
}: App<Kept>): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no element #root.');
  onChunkLoadError(isServed);
  before?.();
  const savedState = takeKept<Kept>();
  const letGo = waitsFor === 'page' ? deferLoadEvent() : undefined;
  if (waitsFor === 'timeline') deferLoadUntilDrawn(root);
  const spoken = startWords(words);
  if (site !== null) keepOffline(`${site}sw.js`);
  const [page] = await Promise.all([load({ savedState: savedState, spoken }), spoken]);
  if (site !== null) carryLanguage();
  const reactRoot = createRoot(root);
  const draw = (): void => reactRoot.render(<StrictMode>{page}</StrictMode>);
  if (letGo === undefined) {
    // In slices, so that a slow machine can react to a touch in between.
    startTransition(draw);
    return;
  }
  draw();
  // It is measured in the first frame and painted in the second.
  afterFrames(2, letGo);
}
