// The bar at the top: what runs, and the few things that concern the page itself.
import { FolderOpen, GraduationCap, Keyboard, NotebookPen, Redo2, Share2, Undo2 } from 'lucide-react';
import { LanguageSwitch } from '../app/LanguageSwitch';
import { SizeSwitch } from '../app/SizeSwitch';
import { ThemeSwitch } from '../app/ThemeSwitch';
import { ModeSwitch } from '../live/ModeSwitch';
import { IconButton } from '../parts/Tip';
import { openDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { useLive } from '../state/live';
import { useWords } from '../words/i18n';
import { CheckPicker } from './CheckPicker';
import { LockPicker } from './LockPicker';
import { ShareButton } from './ShareButton';
import { StoryName } from './StoryName';
import styles from './TopBar.module.css';

export function TopBar() {
  const words = useWords();
  // On a phone only the first word of the name fits.
  const [first, ...rest] = words.name.split(' ');
  // Elsewhere there is nothing to switch. A saved run can be open where no server answers.
  const hasLive = useLive(({ hasServer, runs }) => hasServer === true || runs.length > 0);
  const canUndo = useEdition((state) => state.past.length > 0);
  const canRedo = useEdition((state) => state.future.length > 0);
  const undo = useEdition((state) => state.undo);
  const redo = useEdition((state) => state.redo);
  return (
    <header className={styles.bar}>
      <h1 className={styles.name} aria-label={words.name}>
        {first} <span className={styles.rest}>{rest.join(' ')}</span>
      </h1>
      <SizeSwitch />
      <div className={styles.what}>
        <StoryName />
        <LockPicker />
        <CheckPicker />
      </div>
      {hasLive && <ModeSwitch />}
      <div className={styles.page}>
        <IconButton look="plain" label={words.bar.undo} hint="Ctrl Z" disabled={!canUndo} onClick={undo}>
          <Undo2 size={16} aria-hidden />
        </IconButton>
        <IconButton look="plain" label={words.bar.redo} hint="Ctrl Shift Z" disabled={!canRedo} onClick={redo}>
          <Redo2 size={16} aria-hidden />
        </IconButton>
        <ShareButton />
        <IconButton label={words.bar.shareMore} onClick={() => openDialog('share')}>
          <Share2 size={16} aria-hidden />
        </IconButton>
        <IconButton label={words.bar.open} onClick={() => openDialog('open')}>
          <FolderOpen size={16} aria-hidden />
        </IconButton>
        <IconButton label={words.bar.makeExercise} onClick={() => openDialog('exercise')}>
          <NotebookPen size={16} aria-hidden />
        </IconButton>
        <a className={styles.learn} href="learn/" aria-label={words.bar.learn} data-tip={words.bar.learn}>
          <GraduationCap size={18} aria-hidden />
        </a>
        <IconButton label={words.bar.keys} hint="?" className={styles.keys} onClick={() => openDialog('keys')}>
          <Keyboard size={16} aria-hidden />
        </IconButton>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}
