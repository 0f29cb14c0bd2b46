// What the two runs of a comparison are called.
import { useText, useWords } from '../i18n';
import type { Other } from '../state/compare';
import { useScenario } from '../state/scenario';
import { useStory } from '../state/story';

export function OtherTitle({ other }: { readonly other: Other }) {
  const words = useWords();
  const text = useText();
  if (other.title !== null) return text(other.title);
  return words(other.kind === 'told' ? 'bar.asTold' : 'compare.aside');
}

export function CurrentTitle() {
  const words = useWords();
  const text = useText();
  const story = useStory();
  const variantId = useScenario((state) => state.variantId);
  const variant = story?.variants.find(({ id }) => id === variantId);
  if (story === null) return words('compare.now');
  return variant === undefined ? words('bar.asTold') : text(variant.title);
}
