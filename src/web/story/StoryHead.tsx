// Above the timeline: the story's variants and its fix, one press away, and a sentence on what happens at the
// playhead.
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Story } from '../../core/model/scenario/story';
import { beatAt } from '../../core/model/trace/beats';
import { CompareChips, CompareOpener } from '../compare/CompareChips';
import { Segmented } from '../parts/Segmented';
import { useIsAsPublished } from '../state/asPublished';
import { openVersion } from '../state/compare';
import { useCursor } from '../state/cursor';
import { useDeferredRun } from '../state/deferredRun';
import { useEdition } from '../state/edition';
import { useIsLive } from '../state/live';
import { openStory, useStory } from '../state/story';
import { useReading } from '../verdict/useReading';
import { useText, useWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import styles from './StoryHead.module.css';
import { useBeats } from './useBeats';

export function StoryHead() {
  const story = useStory();
  const isLive = useIsLive();
  const [isAsked, ask] = useState(false);
  if (story === null) {
    // A run on real Redis is compared with the simulated one, which its own strip offers.
    if (isLive) return null;
    return (
      <div className={`stack firm gap-3 line-below pad-y-4 pad-x-6 ${styles.head}`}>
        <CompareChips isAsked />
      </div>
    );
  }
  return (
    <div className={`stack firm gap-3 line-below pad-y-4 pad-x-6 ${styles.head}`}>
      <Variants story={story} />
      <Caption story={story}>{!isLive && !isAsked && <CompareOpener onPress={() => ask(true)} />}</Caption>
      {!isLive && <CompareChips isAsked={isAsked} />}
    </div>
  );
}

const originalId = 'told';

interface NumberedProps {
  readonly number: string;
  readonly title: string;
  readonly fix?: boolean;
}

function Numbered({ number, title, fix = false }: NumberedProps) {
  return (
    <span className={styles.numbered}>
      <span className={`quiet strong normal digits ${styles.number}`} data-fix={fix}>
        {number}
      </span>{' '}
      {title}
    </span>
  );
}

function Variants({ story }: { readonly story: Story }) {
  const words = useWords();
  const text = useText();
  const openId = useEdition((state) => state.variantId);
  // The pressed option is chosen at once, also while its rules are still loading.
  const [pressed, press] = useState<string | null>(null);
  const chosenId = pressed ?? openId ?? originalId;
  const choose = async (id: string): Promise<void> => {
    press(id);
    await openVersion(story, id === originalId ? null : id);
    press((latest) => (latest === id ? null : latest));
  };
  const box = useRef<HTMLDivElement>(null);
  // If they stand in one row that scrolls, the chosen one is scrolled into view.
  useEffect(() => {
    const chosen = box.current?.querySelector(`[value="${chosenId}"]`)?.closest('label');
    const row = chosen?.closest('fieldset');
    if (chosen == null || row == null || row.scrollWidth <= row.clientWidth) return;
    const [inner, outer] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [chosenId]);
  return (
    <div ref={box} key={story.id}>
      <Segmented
        look="loose"
        label={words.bar.variants}
        value={chosenId}
        options={[
          { id: originalId, label: <Numbered number={story.number} title={words.bar.original} /> },
          ...story.variants.map(({ id, fix = false, title, text: about }) => ({
            id,
            label: <Numbered number={fix ? words.bar.fix : `${story.number}${id}`} fix={fix} title={text(title)} />,
            title: text(about),
          })),
        ]}
        onChange={(id) => void choose(id)}
      />
    </div>
  );
}

/**
 * The beat at the playhead; before the first beat, what the story is about. If the scenario was changed, the outcome
 * of the run.
 */
function Caption({ story, children }: { readonly story: Story; readonly children: ReactNode }) {
  const words = useWords();
  const run = useDeferredRun();
  const isAsPublished = useIsAsPublished();
  const isDragged = useEdition((state) => state.draft !== null);
  const text = useText();
  const variantId = useEdition((state) => state.variantId);
  const beats = useBeats(run);
  const index = useCursor((state) => beatAt(beats, state.at));
  const variant = story.variants.find(({ id }) => id === variantId);
  const beat = beats[index];
  const changed = !isAsPublished || isDragged;
  const { sentence } = useReading(run);
  const about = text(beat?.beat.text ?? variant?.text ?? story.lead);
  return (
    <div className={`flex between gap-5 starts ${styles.row}`}>
      <p className={`airy pretty normal ${styles.caption}`}>{unbroken(changed ? sentence : about)}</p>
      {!isAsPublished && (
        <button
          type="button"
          className={`chip firm gap-2 quiet pad-y-2 pad-x-3 blunt shades lights ${styles.back}`}
          aria-label={words.bar.backToStory}
          onClick={() => void openStory(story.id, variantId)}
        >
          <RotateCcw size={13} aria-hidden />
          <span>{words.bar.backToStory}</span>
        </button>
      )}
      {children}
    </div>
  );
}
