// Above the timeline: the story's variants and its fix, one press away, and what is going on at the playhead in a sentence.
import { RotateCcw } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import type { Story } from '../../model/story';
import { explain } from '../../narrate/explain';
import { useLanguage, useText, useWords } from '../i18n';
import { useCursor } from '../state/cursor';
import { useDeferredRun } from '../state/deferredRun';
import { useScenario } from '../state/scenario';
import { openStory, useStory } from '../state/story';
import { useIsAsTold } from './asTold';
import { beatAt } from './beats';
import styles from './StoryHead.module.css';
import { useBeats } from './useBeats';

export function StoryHead() {
  const story = useStory();
  if (story === null) return null;
  return (
    <div className={styles.head}>
      <Variants story={story} />
      <Caption story={story} />
    </div>
  );
}

const toldId = 'told';

function Variants({ story }: { readonly story: Story }) {
  const words = useWords();
  const text = useText();
  const variantId = useScenario((state) => state.variantId);
  return (
    <div className={styles.variants}>
      <ToggleGroup.Root
        type="single"
        className={styles.tabs}
        aria-label={words('bar.variants')}
        value={variantId ?? toldId}
        onValueChange={(id) => {
          // Pressing the chosen one again goes back to how it is told.
          void openStory(story.id, id === '' ? variantId : id === toldId ? null : id);
        }}
      >
        <ToggleGroup.Item value={toldId} className={styles.tab}>
          <span className={styles.number}>{story.number}</span>
          {words('bar.asTold')}
        </ToggleGroup.Item>
        {story.variants.map((variant) => (
          <ToggleGroup.Item key={variant.id} value={variant.id} className={styles.tab} title={text(variant.text)}>
            <span className={styles.number} data-fix={variant.fix === true}>
              {variant.fix === true ? words('bar.fix') : `${story.number}${variant.id}`}
            </span>
            {text(variant.title)}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
    </div>
  );
}

/** The beat at the playhead, before the first what the story is about; where the scenario was changed, what came of the run. */
function Caption({ story }: { readonly story: Story }) {
  const words = useWords();
  const run = useDeferredRun();
  const language = useLanguage();
  const isAsTold = useIsAsTold();
  const isDragged = useScenario((state) => state.draft !== null);
  const text = useText();
  const variantId = useScenario((state) => state.variantId);
  const beats = useBeats(run);
  const index = useCursor((state) => beatAt(beats, state.at));
  const variant = story.variants.find(({ id }) => id === variantId);
  const beat = beats[index];
  const changed = !isAsTold || isDragged;
  const about = text(beat?.beat.text ?? variant?.text ?? story.lead);
  return (
    <div className={styles.row}>
      <p className={styles.caption}>{changed ? explain(run.verdict, run.trace, language).sentence : about}</p>
      {!isAsTold && (
        <button type="button" className={styles.back} onClick={() => void openStory(story.id, variantId)}>
          <RotateCcw size={13} aria-hidden />
          {words('bar.backToStory')}
        </button>
      )}
    </div>
  );
}
