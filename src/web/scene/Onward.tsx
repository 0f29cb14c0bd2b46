// The link to the story that continues the thought; without one, the way to change the run.
import { pickStory } from '../state/pickStory';
import { chooseSize } from '../state/size';
import { useStory } from '../state/story';
import { storyAfter, useStoryList } from '../state/storyList';
import { useSharedWords, useText } from '../words/i18n';
import styles from './Answers.module.css';
import { useIsNextShort } from './useMedia';

export function Onward() {
  const text = useText();
  const { scene: words } = useSharedWords();
  const isShort = useIsNextShort();
  const story = useStory();
  const list = useStoryList();
  if (story === null)
    return (
      <button type="button" className={styles.next} onClick={() => chooseSize('details')}>
        {words.change}
      </button>
    );
  const next = storyAfter(story, list);
  if (next === undefined) return null;
  const name = words.next(text(next.title));
  return (
    <button type="button" className={styles.next} aria-label={name} onClick={() => void pickStory(next.id)}>
      {`${isShort ? words.nextShort : name}\u00a0→`}
    </button>
  );
}
