// The bar at the top: what runs, and the few things that people do with the page itself. The rest is under “More”.
import { Ellipsis, Share2, Undo2 } from 'lucide-react';
import { WhichLink } from '../app/SiteLinks';
import { SizeSwitch } from '../app/SizeSwitch';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { useWords } from '../words/i18n';
import { CheckPicker } from './CheckPicker';
import { LockPicker } from './LockPicker';
import { StoryName } from './StoryName';
import styles from './TopBar.module.css';
import type { Room } from './useRoom';

export function TopBar({ room }: { readonly room: Room }) {
  const words = useWords();
  const canUndo = useEdition((state) => state.past.length > 0);
  const undo = useEdition((state) => state.undo);
  return (
    <header className={styles.bar}>
      <h1 className={styles.name}>{words.name}</h1>
      <SizeSwitch />
      <div className={styles.what}>
        <StoryName />
        {room !== 'narrow' && (
          <>
            <LockPicker />
            <WhichLink className={styles.own} />
            <a className={styles.own} href="own/">
              {words.bar.ownLock}
            </a>
            <CheckPicker />
          </>
        )}
      </div>
      <div className={styles.actions}>
        <Button look="plain" data-tip="Ctrl Z" disabled={!canUndo} onClick={undo}>
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
