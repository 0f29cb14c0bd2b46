// The open story, by number and title, in the groups of the list.
import { stories } from '../../stories';
import { Picker } from '../parts/Picker';
import { useIsAsTold } from '../state/asTold';
import { useScenario } from '../state/scenario';
import { openStory, useStory } from '../state/story';
import { fetchTitles, useTitles } from '../state/titles';
import { useText, useWords } from '../words/i18n';
import styles from './TopBar.module.css';

const ownId = 'own';

export function StoryPicker() {
  const words = useWords();
  const text = useText();
  const storyId = useScenario((state) => state.storyId);
  const isAsTold = useIsAsTold();
  const entry = stories.find(({ id }) => id === storyId);
  const story = useStory();
  const titles = useTitles();
  // The open story has its title from its file, before the list of all has come.
  const titleOf = (id: string) => titles[id] ?? (story?.id === id ? story.title : undefined);
  const nameOf = (id: string) => {
    const title = titleOf(id);
    return title === undefined ? words.story.loading : text(title);
  };
  const listed = stories.filter(({ id }) => id === storyId || titleOf(id) !== undefined);
  const groupIds = [...new Set(listed.map(({ group }) => group))];
  const groups = groupIds.map((group) => ({
    label: words.group[group],
    options: listed
      .filter((each) => each.group === group)
      .map(({ id, number }) => ({ id, label: `${number}  ${nameOf(id)}` })),
  }));
  const own = { options: [{ id: ownId, label: words.bar.ownScenario }] };
  return (
    <Picker
      label={words.bar.story}
      onReach={() => void fetchTitles()}
      className={styles.story}
      value={entry?.id ?? ownId}
      shown={
        entry === undefined ? (
          words.bar.ownScenario
        ) : (
          <>
            {nameOf(entry.id)}
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
