/** Narrates a run to a room: steps forward and back through moments, answers and stories, one per press. */
import { useEffect, useMemo, useState } from 'react';
import type { Story } from '../../core/model/scenario/story';
import { isGoing } from '../../core/model/trace/trace';
import { instantsOf, nextStep, type PlayPosition, type Step, stepBack } from '../../picture/scene/nextStep';
import type { Scene } from '../../picture/scene/sceneOf';
import { wantsNoMotion } from '../parts/wantsNoMotion';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { isOpening, whileOpening } from '../state/opening';
import { goTo } from '../state/playhead';
import { currentRun } from '../state/run';
import { clearStage, useStage } from '../state/stage';
import { useStory } from '../state/story';
import { type ListedStory, storyAfter } from '../state/storyList';
import { type Pick, playAnswer } from './playAnswer';

/** What a press may open. */
export interface Navigation {
  readonly pick: Pick;
  /** Opens the story that follows this one. Null: this is the last. */
  readonly openNext: ((story: Story) => Promise<void>) | null;
}

export interface Narration extends Omit<PlayPosition, 'at'> {
  readonly answers: Scene['answers'];
  readonly story: Story | null;
  readonly fault: string | null;
  /** Null: it is the last story. */
  readonly next: ListedStory | null;
}

/**
 * While it is mounted, keys narrate the run.
 * @param list the stories that may follow; absent: this is the last
 * @returns what is narrated, for words about it
 */
export function useNarration(scene: Scene, navigation: Navigation, list: readonly ListedStory[] = none): Narration {
  const narration = useNarrated(scene, list);
  useEffect(() => {
    useStage.setState({
      narrator: { on: () => go(narration, navigation, 1), back: () => go(narration, navigation, -1) },
    });
    return () => useStage.setState({ narrator: null });
  }, [narration, navigation]);
  useEffect(() => () => useCursor.setState({ stopsAt: null }), []);
  useEffect(() => clearStage, []);
  return narration;
}

const none: readonly ListedStory[] = [];

function useNarrated({ moments, stopsAt, about, answers, fault }: Scene, list: readonly ListedStory[]): Narration {
  const story = useStory();
  const open = useEdition((state) => state.variantId);
  // An answer may have answers of its own. The answers of the variant at the beginning are narrated, each once.
  const [begun, setBegun] = useState({ story, about, answers });
  if (begun.story !== story) setBegun({ story, about, answers });
  return useMemo(() => {
    const instants = instantsOf({ moments, stopsAt });
    const { about, answers } = begun;
    const own = answers.filter(({ id, isOfStory }) => id !== about && !isOfStory);
    const versions = [about, ...own.map(({ id }) => id)];
    const next = (story === null ? undefined : storyAfter(story, list)) ?? null;
    return { instants, versions, answers, open, story, fault, next };
  }, [moments, stopsAt, begun, fault, story, list, open]);
}

function go(narration: Narration, navigation: Navigation, direction: 1 | -1): void {
  const { isBlank } = useStage.getState();
  if (isBlank) return useStage.setState({ isBlank: false });
  // An impatient press would open it a second time.
  if (isOpening() && direction === 1) return;
  const { at, playing, stopsAt } = useCursor.getState();
  const end = narration.instants.at(-1) ?? 0;
  // A run on real Redis that is still going is followed.
  if (direction === 1 && isGoing(currentRun().trace)) return useCursor.getState().setPlaying(true);
  // A press during playing goes to where playing would have stopped.
  if (playing && direction === 1) return goTo(stopsAt ?? end);
  const standing = { ...narration, at };
  const step = direction === 1 ? nextStep(standing) : stepBack(standing);
  if (step !== null) take(step, { narration, navigation, direction });
}

interface Taken {
  readonly narration: Narration;
  readonly navigation: Navigation;
  readonly direction: 1 | -1;
}

function take(
  step: Step,
  { narration: { story, fault, versions }, navigation: { pick, openNext }, direction }: Taken,
): void {
  if (step.kind === 'moment') return direction === 1 ? playTo(step.at) : goTo(step.at);
  if (story === null) return;
  if (step.kind === 'story') {
    if (openNext !== null) void whileOpening(openNext(story));
    return;
  }
  void playAnswer({ story: story.id, variant: step.id, about: versions[0] ?? null, fault }, pick).then((isOpen) => {
    if (isOpen && (direction === -1 || wantsNoMotion())) useCursor.getState().setPlaying(false);
  });
}

/** Without motion the playhead is there at once. */
function playTo(at: number): void {
  if (wantsNoMotion()) return goTo(at);
  useCursor.setState({ stopsAt: at });
  useCursor.getState().setPlaying(true);
}
