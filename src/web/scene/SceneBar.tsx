// Above a scene: the product's name and what can be done with a changed run; the sizes; the ways out.
import { LanguageSwitch } from '../app/LanguageSwitch';
import { SiteLinks, useSiteLinksLabel } from '../app/SiteLinks';
import { SizeSwitch } from '../app/SizeSwitch';
import { useIsAsPublished } from '../state/asPublished';
import { openDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { useStory } from '../state/story';
import { useWords } from '../words/i18n';
import { ChangedTools } from './ChangedTools';
import styles from './SceneBar.module.css';

export function SceneBar() {
  const words = useWords();
  const isAsPublished = useIsAsPublished();
  // A run without a story is changed once there is something to undo.
  const canUndo = useEdition(({ past }) => past.length > 0);
  const isChanged = useStory() === null ? canUndo : !isAsPublished;
  return (
    <header className={styles.bar}>
      <span className={`row bold nowrap grows ${styles.name}`}>
        <span className={isChanged ? styles.roomy : undefined}>
          <span>{words.name}</span>
          <span className={`block regular quiet ${styles.what} ${styles.inPage}`}>{words.scene.what}</span>
        </span>
        {isChanged && <ChangedTools />}
      </span>
      <SizeSwitch />
      <div className={`row grows ${styles.ways}`}>
        <nav className={`row nowrap ${styles.pages}`} aria-label={useSiteLinksLabel()}>
          <SiteLinks site="./" here={null} />
        </nav>
        <LanguageSwitch />
        <button type="button" className={styles.all} aria-haspopup="dialog" onClick={() => openDialog('more')}>
          {words.bar.more}
        </button>
      </div>
    </header>
  );
}
