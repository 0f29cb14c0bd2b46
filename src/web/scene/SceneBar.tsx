// Above a scene: the product's name and what can be done with a changed run; the sizes; the ways out.
import { LanguageSwitch } from '../app/LanguageSwitch';
import { SiteLink } from '../app/SiteLinks';
import { SizeSwitch } from '../app/SizeSwitch';
import { useIsAsPublished } from '../state/asPublished';
import { buttons } from '../state/buttons';
import { openDialog } from '../state/dialog';
import { useStory } from '../state/story';
import { useWords } from '../words/i18n';
import { ChangedTools } from './ChangedTools';
import styles from './SceneBar.module.css';

export function SceneBar() {
  const words = useWords();
  const isAsPublished = useIsAsPublished();
  const isChanged = useStory() !== null && !isAsPublished;
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
        <SiteLink page="essay" className={`nowrap ${styles.which}`} />
        <SiteLink page="which" className={`nowrap ${styles.which}`} />
        <button
          type="button"
          className={`${styles.all} ${styles.stories}`}
          data-keys={buttons.stories.keys}
          onClick={buttons.stories.run}
        >
          {words.bar.findStory}
        </button>
        <LanguageSwitch />
        <button type="button" className={styles.all} aria-haspopup="dialog" onClick={() => openDialog('more')}>
          {words.bar.more}
        </button>
      </div>
    </header>
  );
}
