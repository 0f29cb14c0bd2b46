// What is used rarely: the other pages, what can be done with the run, and how the page looks.
import {
  Dumbbell,
  FolderOpen,
  Keyboard,
  LibraryBig,
  type LucideIcon,
  Redo2,
  Share2,
  ShieldCheck,
  Undo2,
} from 'lucide-react';
import { LanguageSwitch } from '../app/LanguageSwitch';
import { SiteLinks, useSiteLinksLabel } from '../app/SiteLinks';
import { ThemeChoice } from '../app/ThemeSwitch';
import { Section } from '../parts/Section';
import { Sheet } from '../parts/Sheet';
import { closeDialog, openDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { useWords } from '../words/i18n';
import styles from './MoreSheet.module.css';

export function MoreSheet() {
  const words = useWords();
  const { past, future, undo, redo } = useEdition();
  return (
    <Sheet title={words.bar.more} closeLabel={words.bar.close} onClose={closeDialog} width={420}>
      <div className={`grid gap-6 ${styles.groups}`}>
        <Section title={words.bar.thisRun}>
          <Item icon={Undo2} keys="Ctrl Z" isOff={past.length === 0} onPress={undo} label={words.bar.undo} />
          <Item icon={Redo2} keys="Ctrl Shift Z" isOff={future.length === 0} onPress={redo} label={words.bar.redo} />
          <Item icon={Share2} onPress={() => openDialog('share')} label={words.bar.share} />
          <Item icon={FolderOpen} onPress={() => openDialog('open')} label={words.bar.open} />
          <Item icon={Dumbbell} onPress={() => openDialog('exercise')} label={words.bar.makeExercise} />
          <Item icon={ShieldCheck} onPress={() => openDialog('proof')} label={words.verdict.wrong} />
        </Section>
        <Section title={words.bar.pages}>
          <Item icon={LibraryBig} keys="/" onPress={() => openDialog('gallery')} label={words.bar.findStory} />
          <nav className={styles.ways} aria-label={useSiteLinksLabel()}>
            <SiteLinks site="./" here="playground" />
          </nav>
        </Section>
        <Section title={words.bar.thisPage}>
          <Item icon={Keyboard} keys="?" onPress={() => openDialog('keys')} label={words.bar.keys} />
          <div className="flex wrap gap-4 above-4">
            <LanguageSwitch />
            <ThemeChoice />
          </div>
        </Section>
      </div>
    </Sheet>
  );
}

interface ItemProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly isOff?: boolean;
  readonly onPress: () => void;
}

function Item({ icon: Icon, label, keys, isOff = false, onPress }: ItemProps) {
  return (
    <button type="button" className={styles.item} disabled={isOff} onClick={onPress}>
      <Icon size={16} aria-hidden />
      {label}
      {keys !== undefined && <kbd className="far quiet">{keys}</kbd>}
    </button>
  );
}
