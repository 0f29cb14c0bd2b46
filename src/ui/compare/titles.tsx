// What the two runs of a comparison are called.
import { useText, useWords } from '../i18n';
import type { Other } from '../state/compare';
import { useIsLive, useShownLive } from '../state/live';
import { useScenario } from '../state/scenario';
import { useStory } from '../state/story';

export function OtherTitle({ other }: { readonly other: Other }) {
  const words = useWords();
  const text = useText();
  if (other.title !== null) return text(other.title);
  if (other.kind === 'simulated') return words('live.simulated');
  return words(other.kind === 'told' ? 'bar.asTold' : 'compare.aside');
}

export function CurrentTitle() {
  const words = useWords();
  const text = useText();
  const isLive = useIsLive();
  const live = useShownLive();
  const story = useStory();
  const variantId = useScenario((state) => state.variantId);
  const variant = story?.variants.find(({ id }) => id === variantId);
  // What is dragged is simulated until it is run.
  if (isLive) return words(live === null ? 'live.preview' : 'live.real');
  if (story === null) return words('compare.now');
  return variant === undefined ? words('bar.asTold') : text(variant.title);
}
