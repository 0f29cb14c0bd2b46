// The story as a text: each sentence in step with the playhead, its arguments and their authors, the sources, what is
// and is not modelled.

import { memo } from 'react';
import type { Story } from '../../core/model/scenario/story';
import { beatAt } from '../../core/model/trace/beats';
import { withColon } from '../../core/model/values/joinedTexts';
import { useCursor } from '../state/cursor';
import { useDeferredRun } from '../state/deferredRun';
import { openDialog } from '../state/dialog';
import { shownScenario, useEdition } from '../state/edition';
import { profileOf, titleOf } from '../state/namedLock';
import { currentParts } from '../state/parts';
import { goToEvent } from '../state/playhead';
import { useStory } from '../state/story';
import { useStories } from '../state/storyList';
import { useText, useWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import styles from './StoryPanel.module.css';
import { useBeats } from './useBeats';

export const StoryPanel = memo(function StoryPanel() {
  const words = useWords();
  const story = useStory();
  const storyId = useEdition((state) => state.storyId);
  const problem = useStories((state) => (storyId === null ? undefined : state.failed.get(storyId)));
  if (story !== null) return <OriginalText story={story} />;
  return (
    <div className={`loose ${styles.story}`}>
      {storyId === null && <p>{words.story.own}</p>}
      {storyId !== null && <p>{problem === undefined ? words.story.loading : words.story.failed(problem)}</p>}
      <Choices />
    </div>
  );
});

function OriginalText({ story }: { readonly story: Story }) {
  const words = useWords();
  const text = useText();
  const variantId = useEdition((state) => state.variantId);
  const variant = story.variants.find(({ id }) => id === variantId);
  return (
    <article className={`loose ${styles.story}`}>
      <h3 className="large below-2">{text(story.title)}</h3>
      <p className="quiet">{unbroken(text(story.lead))}</p>
      {variant !== undefined && (
        <p>
          <strong>
            {text(variant.title)}
            {words.story.stop}
          </strong>{' '}
          {unbroken(text(variant.text))}
        </p>
      )}
      <Beats />
      {story.argument !== undefined && <Passage title={words.story.argument} text={unbroken(text(story.argument))} />}
      <Passage title={words.story.modelled} text={text(story.modelled)} />
      <Passage title={words.story.notModelled} text={text(story.notModelled)} />
      <Choices />
      <h4 className={styles.heading}>{words.story.sources}</h4>
      <ul className={styles.sources}>
        {story.sources.map((source) => (
          <li key={source}>{words.source[source === 'redis.io' ? 'redisIo' : source]}</li>
        ))}
      </ul>
      <button
        type="button"
        className={`quiet lights faintly ${styles.wrong}`}
        aria-label={withColon(words.verdict.wrong, text(story.title))}
        onClick={() => openDialog('proof')}
      >
        {words.verdict.wrong}
      </button>
    </article>
  );
}

const Passage = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <>
    <h4 className={styles.heading}>{title}</h4>
    <p>{text}</p>
  </>
);

function Beats() {
  const run = useDeferredRun();
  const text = useText();
  const setAt = useCursor((state) => state.setAt);
  const beats = useBeats(run);
  const index = useCursor((state) => beatAt(beats, state.at));
  if (beats.length === 0) return null;
  return (
    <ol className={`below-5 ${styles.beats}`}>
      {beats.map(({ beat, at, seq }, i) => (
        <li key={beat.text.en} data-now={i === index} data-past={i < index}>
          <button
            type="button"
            className={`block wide quiet airy leading ${styles.beat}`}
            aria-current={i === index ? 'step' : undefined}
            disabled={at === null}
            onClick={() => (seq < 0 ? setAt(0) : goToEvent(run, seq))}
          >
            {unbroken(text(beat.text))}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The descriptions of the chosen lock and check. */
function Choices() {
  const words = useWords();
  const text = useText();
  const choice = useEdition((state) => shownScenario(state).lock);
  const storageId = useEdition((state) => shownScenario(state).storage.id);
  const about = profileOf(choice)?.about ?? currentParts().locks.get(choice.id)?.about;
  const resource = currentParts().resources.get(storageId);
  return (
    <>
      {about && <Passage title={withColon(words.story.lock, text(titleOf(choice)))} text={text(about)} />}
      {resource && <Passage title={withColon(words.story.check, text(resource.title))} text={text(resource.about)} />}
    </>
  );
}
