// What is used rarely: the other pages, what can be done with the run, and how the page looks.
import {
  Dumbbell,
  FolderOpen,
  Keyboard,
  type LucideIcon,
  Network,
  Redo2,
  Share2,
  ShieldCheck,
  TableProperties,
  Undo2,
} from 'lucide-react';
import { write } from '../../content/address/write';
import { networkWords } from '../../content/texts/network';
import { LanguageSwitch } from '../app/LanguageSwitch';
import { canKeepAll } from '../app/offline';
import { SiteLinks, useSiteLinksLabel } from '../app/SiteLinks';
import { ThemeChoice } from '../app/ThemeSwitch';
import { KeepAll } from '../help/KeepAll';
import { capsOf } from '../parts/keyCap';
import { Section } from '../parts/Section';
import { Sheet } from '../parts/Sheet';
import { buttons } from '../state/buttons';
import { openDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { useText, useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import styles from './MoreSheet.module.css';

export function MoreSheet() {
  const words = useWords();
  const { loss } = usePanelWords();
  const text = useText();
  const { past, future, storyId } = useEdition();
  return (
    <Sheet title={words.bar.more} width={420}>
      <div className={`grid gap-6 ${styles.groups}`}>
        <Section title={words.bar.thisRun}>
          <Item icon={Undo2} {...buttons.undo} isOff={past.length === 0} label={words.bar.undo} />
          <Item icon={Redo2} {...buttons.redo} isOff={future.length === 0} label={words.bar.redo} />
          <Item icon={Share2} run={() => openDialog('share')} label={words.bar.share} />
          <Item icon={FolderOpen} run={() => openDialog('open')} label={words.bar.open} />
          <Item icon={Dumbbell} run={() => openDialog('exercise')} label={words.bar.makeExercise} />
          {storyId !== null && (
            <a className={`bare ${styles.item}`} href={networkOf(storyId)}>
              <Network size={16} aria-hidden />
              {text(networkWords).playStory}
            </a>
          )}
          <Item icon={ShieldCheck} run={() => openDialog('proof')} label={words.verdict.wrong} />
        </Section>
        <Section title={words.bar.pages}>
          <nav className={styles.ways} aria-label={useSiteLinksLabel()}>
            <SiteLinks site="./" here={null} isWhole />
          </nav>
        </Section>
        <Section title={words.bar.thisPage}>
          <Item icon={Keyboard} {...buttons.sheet} label={words.bar.keys} />
          <Item icon={TableProperties} run={() => openDialog('loss')} label={loss.title} />
          {canKeepAll() && <KeepAll className={styles.item} />}
          <div className="flex wrap gap-4 above-4">
            <LanguageSwitch />
            <ThemeChoice />
          </div>
        </Section>
      </div>
    </Sheet>
  );
}

/** The story as a level, whose messages the reader delivers. */
const networkOf = (story: string): string =>
  write({ page: 'network', run: { kind: 'level', words: `story/${story}` } });

interface ItemProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly isOff?: boolean;
  readonly run: () => void;
}

function Item({ icon: Icon, label, keys, isOff = false, run }: ItemProps) {
  return (
    <button type="button" className={styles.item} disabled={isOff} onClick={run}>
      <Icon size={16} aria-hidden />
      {label}
      {keys !== undefined && <kbd className="far quiet">{capsOf(keys).join(' ')}</kbd>}
    </button>
  );
}
