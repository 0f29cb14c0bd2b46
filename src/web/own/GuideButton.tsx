// Opens the guide, which has an address: `own/#guide`.
import { BookOpen } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { own } from '../../content/address/own';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import { Button } from '../parts/Button';
import { later } from '../parts/later';
import type { GuideSheetProps } from './GuideSheet';
import { useOwnWords } from './ownWords';

const GuideSheet = later<GuideSheetProps>(async () => (await import('./GuideSheet')).GuideSheet);

export function GuideButton() {
  const words = useOwnWords();
  const isOpen = useSyncExternalStore(followHash, isGuide);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => go('guide')}>
        <BookOpen size={15} aria-hidden />
        {words.guide}
      </Button>
      {isOpen && <GuideSheet onClose={() => go('none')} />}
    </>
  );
}

const isGuide = (): boolean => read(location.href, own).run.kind === 'guide';

function followHash(listener: () => void): () => void {
  for (const kind of ['hashchange', 'popstate']) window.addEventListener(kind, listener);
  return () => {
    for (const kind of ['hashchange', 'popstate']) window.removeEventListener(kind, listener);
  };
}

function go(kind: 'guide' | 'none'): void {
  history.pushState(null, '', write({ page: 'own', run: { kind } }, location.href));
  window.dispatchEvent(new PopStateEvent('popstate'));
}
