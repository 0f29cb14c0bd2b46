// The open story, by number and title, in the groups of the list.
import { Picker } from '../parts/Picker';
import { useIsAsTold } from '../state/asTold';
import { useScenario } from '../state/scenario';
import { openStory, useStory } from '../state/story';
import { fetchStoryList, useStoryList } from '../state/storyList';
import { useText, useWords } from '../words/i18n';
import styles from './TopBar.module.css';

const ownId = 'own';

export function StoryPicker() {
  const words = useWords();
  const text = useText();
  const storyId = useScenario((state) => state.storyId);
  const isAsTold = useIsAsTold();
  const story = useStory();
  const all = useStoryList();
  // The open story has its title from its file, before the list of all has come.
  const list = all.length === 0 && story !== null ? [story] : all;
  const entry = list.find(({ id }) => id === storyId);
  const groupIds = [...new Set(list.map(({ group }) => group))];
  const groups = groupIds.map((group) => ({
    label: words.group[group],
    options: list
      .filter((each) => each.group === group)
      .map(({ id, number, title }) => ({ id, label: `${number}  ${text(title)}` })),
  }));
  const own = { options: [{ id: ownId, label: words.bar.ownScenario }] };
  return (
    <Picker
      label={words.bar.story}
      onReach={() => void fetchStoryList()}
      className={styles.story}
      value={entry?.id ?? ownId}
      shown={
        entry === undefined ? (
          words.bar.ownScenario
        ) : (
          <>
            {text(entry.title)}
            {!isAsTold && <span className={styles.changed}> · {words.bar.changed}</span>}
          </>
        )
      }
      groups={entry === undefined ? [own, ...groups] : groups}
      onChange={(id) => {
        if (id !== ownId) void openStory(id);
      }}
    />
  );
}
