/** What a link out of a page names: the story as published or, after a change, exactly the run on screen. */
import type { AskedRun } from '../../content/address/pageAddress';
import { useIsAsPublished } from '../state/asPublished';
import { useEdition } from '../state/edition';
import { useLoaded } from '../state/useJob';
import { currentLink } from './address';

export function useAskedRun(): AskedRun {
  const committed = useEdition((state) => state.committed);
  const storyId = useEdition((state) => state.storyId);
  const variantId = useEdition((state) => state.variantId);
  const isAsPublished = useIsAsPublished();
  const isLinked = !isAsPublished || storyId === null;
  const link = useLoaded(isLinked ? [committed, storyId] : null, () => currentLink());
  return link === null
    ? { kind: 'story', story: storyId ?? '', variant: variantId }
    : { kind: 'link', link, story: null };
}
