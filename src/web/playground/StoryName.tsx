// The open story by number and title, and the stories before and after it. A press on the title opens the gallery of
// all stories.

import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { withColon } from '../../core/model/values/joinedTexts';
import { IconButton } from '../parts/Tip';
import { useIsAsPublished } from '../state/asPublished';
import { buttons } from '../state/buttons';
import { useEdition } from '../state/edition';
import { pickStory } from '../state/pickStory';
import { useStory } from '../state/story';
import { fetchStoryList, type ListedStory, useStoryList } from '../state/storyList';
import { useText, useWords } from '../words/i18n';
import styles from './StoryName.module.css';

export function StoryName() {
  const words = useWords();
  const text = useText();
  const storyId = useEdition((state) => state.storyId);
  const isAsPublished = useIsAsPublished();
  const story = useStory();
  const all = useStoryList();
  // The open story has its title from its file, before the list of all stories is loaded.
  const open: ListedStory | undefined = all.find(({ id }) => id === storyId) ?? story ?? undefined;
  const title = open === undefined ? words.bar.ownScenario : text(open.title);
  const index = all.findIndex(({ id }) => id === storyId);
  return (
    <span className={`card narrows edges inline ${styles.name}`} onPointerEnter={() => void fetchStoryList()}>
      <Step label={words.bar.previousStory} to={index < 0 ? undefined : all[index - 1]}>
        <ChevronLeft size={15} aria-hidden />
      </Step>
      <button
        type="button"
        className={`chip narrows gap-3 leading shades pad-x-3 ${styles.title}`}
        data-story={open?.id ?? ''}
        data-tip={words.bar.findStory}
        data-keys={buttons.stories.keys}
        aria-haspopup="dialog"
        onClick={buttons.stories.run}
      >
        <span className={`firm quiet normal ${styles.label}`}>{words.bar.story}</span>{' '}
        <span className={`narrows ${styles.shown}`}>
          {title}
          {!isAsPublished && open !== undefined && <span className="quiet"> · {words.bar.changed}</span>}
        </span>
        <ChevronDown size={14} aria-hidden className="quiet far" />
      </button>
      <Step label={words.next.nextStory} to={index < 0 ? undefined : all[index + 1]}>
        <ChevronRight size={15} aria-hidden />
      </Step>
    </span>
  );
}

interface StepProps {
  readonly label: string;
  readonly to: ListedStory | undefined;
  readonly children: ReactNode;
}

function Step({ label, to, children }: StepProps) {
  const text = useText();
  return (
    <IconButton
      look="plain"
      className={styles.step}
      label={to === undefined ? label : withColon(label, `${to.number} ${text(to.title)}`)}
      disabled={to === undefined}
      onClick={() => to !== undefined && void pickStory(to.id)}
    >
      {children}
    </IconButton>
  );
}
