// The speaker's tools beside the picture: keys that narrate the run, the foot, faults to inject, a blank screen, notes.
import { presentWords } from '../../content/texts/present';
import type { Scene } from '../../picture/scene/sceneOf';
import { addFaultAtPlayhead } from '../edit/addFault';
import { everyFault } from '../edit/faultRules';
import { textsOf } from '../edit/kinds';
import { offeredKinds } from '../edit/offeredFault';
import { keyCap } from '../parts/keyCap';
import { useEdition } from '../state/edition';
import { pickStory } from '../state/pickStory';
import { useStage } from '../state/stage';
import { fetchStoryAfter, useStoryList } from '../state/storyList';
import { useSharedWords, useText } from '../words/i18n';
import { Notes } from './Notes';
import styles from './Present.module.css';
import { PresentFoot } from './PresentFoot';
import { type Navigation, useNarration } from './useNarration';

const navigation: Navigation = {
  pick: pickStory,
  openNext: async (story) => {
    const next = await fetchStoryAfter(story);
    if (next !== undefined) await pickStory(next.id);
  },
};

export interface PresentProps {
  readonly scene: Scene;
  readonly isOver: boolean;
}

export function Present({ scene, isOver }: PresentProps) {
  const narration = useNarration(scene, navigation, useStoryList());
  const { offersFaults, hasNotes } = useStage();
  return (
    <>
      <PresentFoot {...{ scene, isOver, narration }} keys={<Keys />} />
      {offersFaults && <Faults />}
      {hasNotes && <Notes {...{ scene, narration }} />}
    </>
  );
}

function Keys() {
  const words = useText()(presentWords);
  return (
    <span className={`row ${styles.keys}`}>
      <kbd>→</kbd> {words.on} <kbd>Esc</kbd> {words.leave}
    </span>
  );
}

/** Each fault has its key, and the first ones a number as well. It is injected at the playhead. */
function Faults() {
  const words = useText()(presentWords);
  const shared = useSharedWords();
  const scenario = useEdition(({ committed }) => committed);
  return (
    <section className={styles.faults} aria-label={words.faults}>
      <h2>{words.faults}</h2>
      <ul className="grid">
        {offeredKinds(scenario).map(({ kind, key }, i) => (
          <li key={kind}>
            <button type="button" className="row leading" onClick={() => addFaultAtPlayhead(kind, everyFault)}>
              <kbd>{i < 9 ? i + 1 : keyCap(key)}</kbd> {textsOf(shared, kind).name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
