/** What a person is told whose address names a story, or a variant, that is not there. What else it asks for is done. */
import type { Text } from '../../model/text';
import { useStories } from '../state/story';

/** Null where nothing is wrong, or where a hash comes before the name. */
export function problemOfStory(story: string | null, variant: string | null): Text | null {
  if (story === null || location.hash.length > 1) return null;
  const loaded = useStories.getState().loaded[story];
  if (loaded === undefined) return { en: `There is no story “${story}”.`, zh: `没有故事“${story}”。` };
  if (variant === null || loaded.variants.some(({ id }) => id === variant)) return null;
  const allowed = loaded.variants.map(({ id }) => id).join(', ');
  return {
    en: `The story “${story}” has no variant “${variant}”; it has: ${allowed}.`,
    zh: `故事“${story}”没有变体“${variant}”；有：${allowed}。`,
  };
}
