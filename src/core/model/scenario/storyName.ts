/**
 * Stories as people name them: `20`, `20b`, `4:fix`, `pause-before-write`, `pause-before-write:b`. It knows no story.
 */
import type { StoryBody, StoryEntry } from './story';

export interface NamedStory<Entry> {
  readonly entry: Entry;
  /** The variant as it was written. Undefined: the story's own run. */
  readonly variant: string | undefined;
}

/** Null: the words name no story. */
export function storyNamed<Entry extends Pick<StoryEntry, 'id' | 'number'>>(
  words: string,
  stories: readonly Entry[],
): NamedStory<Entry> | null {
  const [, number, letter, afterNumber] = /^(\d+)((?:[a-z]\d*)?(?:fix\d*)?)(?::([\w-]+))?$/.exec(words) ?? [];
  const [, id, afterId] = /^([a-z][a-z0-9-]*)(?::([\w-]+))?$/.exec(words) ?? [];
  const entry = stories.find((story) => (number === undefined ? story.id === id : story.number === number));
  if (entry === undefined) return null;
  return {
    entry,
    variant: number === undefined ? afterId : [letter, afterNumber].filter(Boolean).join(':') || undefined,
  };
}

/**
 * The id of a variant that somebody named. `2b:fix` means `bfix`, however its parts are separated.
 *
 * @returns undefined for the story's own run, which the first letter (`7a`) names unless a variant has it; null when
 * there is no such variant.
 */
export function variantNamed(
  { variants }: Pick<StoryBody, 'variants'>,
  suffix: string | undefined,
): string | undefined | null {
  if (suffix === undefined) return undefined;
  const variant = variants.find(({ id }) => bare(id) === bare(suffix));
  return variant?.id ?? (suffix === 'a' ? undefined : null);
}

/** `20b`, `9c2`, `4:fix`, `15c:fix`: a letter follows the number directly, a fix follows a colon. */
export function nameOf({ number }: Pick<StoryEntry, 'number'>, variantId: string): string {
  const [whole, letter = '', fix] = /^([a-z]\d*)?(fix\d*)?$/.exec(variantId) ?? [];
  if (whole === undefined) return `${number}:${variantId}`;
  return `${number}${letter}${fix === undefined ? '' : `:${fix}`}`;
}

const bare = (id: string): string => id.replace(/[:-]/g, '');
