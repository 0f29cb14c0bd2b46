// The run beside the text of the essay, and the numbers in its sentences. The text itself is part of the page.

import { ArrowUpRight } from 'lucide-react';
import { useEffect } from 'react';
import { write } from '../../content/address/write';
import { paragraphs } from '../../content/essay/essay';
import { essayWords } from '../../content/texts/essay';
import { LostPart } from '../app/LostPart';
import { ProblemBoundary } from '../app/ProblemBoundary';
import { useAskedRun } from '../files/askedRun';
import { later } from '../parts/later';
import { Tips } from '../parts/Tip';
import { startPlayback } from '../playback/play';
import { Scene } from '../scene/Scene';
import { useIsAsPublished } from '../state/asPublished';
import { findInWorker } from '../state/tooLate';
import { useLanguage } from '../words/i18n';
import { InlineSlider } from './InlineSlider';
import { openNamed, type Reader, useReader } from './reader';

const Pickers = later(async () => (await import('./Pickers')).Pickers);

export function EssayPage() {
  const reader = useReader();
  const words = essayWords[useLanguage()];
  useEffect(startPlayback, []);
  useActiveMark(reader.at);
  useEffect(() => {
    document.title = words.title;
  }, [words]);
  const isLast = reader.at === paragraphs.length - 1;
  return (
    <>
      <aside
        className="run"
        aria-label={words.picture}
        onPointerDownCapture={reader.hold}
        onKeyDownCapture={reader.hold}
      >
        <ProblemBoundary>
          <Scene size="part" late={findInWorker} below={() => <Below {...{ reader, isLast }} />} />
        </ProblemBoundary>
      </aside>
      {paragraphs.map((paragraph, i) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the page numbers its paragraphs.
        paragraph.knob === undefined ? null : <InlineSlider key={i} number={i} {...{ paragraph, reader }} />,
      )}
      <Tips />
      <LostPart />
    </>
  );
}

/** Marks the paragraph that the picture belongs to. The page's markup is not React's. */
function useActiveMark(at: number): void {
  useEffect(() => {
    const paragraph = document.querySelector(`[data-paragraph="${at}"]`);
    paragraph?.setAttribute('data-active', '');
    return () => paragraph?.removeAttribute('data-active');
  }, [at]);
}

function Below({ reader, isLast }: WaysProps & { readonly isLast: boolean }) {
  return (
    <div>
      <Ways reader={reader} />
      {isLast && <Pickers />}
    </div>
  );
}

interface WaysProps {
  readonly reader: Reader;
}

/** Out to the playground, with what was dragged; and back to the run of the text. */
function Ways({ reader }: WaysProps) {
  const language = useLanguage();
  const words = essayWords[language];
  const isAsPublished = useIsAsPublished();
  const run = useAskedRun();
  return (
    <p className="ways">
      <a href={write({ run, language, size: 'scene' }, siteRoot())}>
        {words.open} <ArrowUpRight size={14} aria-hidden />
      </a>
      {!isAsPublished && (
        <button type="button" className="link" onClick={() => void openNamed(reader.beside)}>
          {words.original}
        </button>
      )}
    </p>
  );
}

/** The site as seen from this page: the essay is one folder deep, its Chinese page two. */
export const siteRoot = (): '../' | '../../' => (location.pathname.endsWith('/zh/') ? '../../' : '../');
