// The bar at the top: what runs, and the few things that people do with the page itself. The rest is under “More”.
import { Ellipsis, Share2, Undo2 } from 'lucide-react';
import { SiteLinks, useSiteLinksLabel } from '../app/SiteLinks';
import { SizeSwitch } from '../app/SizeSwitch';
import { Button } from '../parts/Button';
import { LockPicker } from '../scene/LockPicker';
import { buttons } from '../state/buttons';
import { openDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { useWords } from '../words/i18n';
import { CheckPicker } from './CheckPicker';
import { StoryName } from './StoryName';
import styles from './TopBar.module.css';
import type { LayoutWidth } from './useLayoutWidth';

export function TopBar({ room }: { readonly room: LayoutWidth }) {
  const words = useWords();
  const pages = useSiteLinksLabel();
  const canUndo = useEdition((state) => state.past.length > 0);
  return (
    <header className={`row line-below on-panel gap-5 rows-4 pad-y-4 pad-x-6 ${styles.bar}`}>
      <h1 className={`firm bold normal ${styles.name}`}>{words.name}</h1>
      <SizeSwitch />
      <div className={`row narrows gap-5 grows ${styles.what}`}>
        <StoryName />
        {room !== 'narrow' && (
          <>
            <LockPicker />
            <CheckPicker />
            <nav className={`row firm gap-5 nowrap ${styles.pages}`} aria-label={pages}>
              <SiteLinks site="./" here={null} />
            </nav>
          </>
        )}
      </div>
      <div className={`row firm gap-3 ${styles.actions}`}>
        <Button look="plain" data-keys={buttons.undo.keys} disabled={!canUndo} onClick={buttons.undo.run}>
          <Undo2 size={16} aria-hidden /> {words.bar.undo}
        </Button>
        <Button onClick={() => openDialog('share')}>
          <Share2 size={16} aria-hidden /> {words.bar.share}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => openDialog('more')}>
          <Ellipsis size={16} aria-hidden /> {words.bar.more}
        </Button>
      </div>
    </header>
  );
}
