// The links from what is on screen: back to what the post shows, and out to the playground.

import { ArrowUpRight } from 'lucide-react';
import type { EmbedParameters } from '../../content/address/embed';
import { write } from '../../content/address/write';
import { sameJson } from '../../core/model/scenario/patch';
import { fixedBy, fixOf, publishedScenario, type Story } from '../../core/model/scenario/story';
import type { Language } from '../../core/model/values/text';
import { toMs } from '../../core/model/values/time';
import { useAskedRun } from '../files/askedRun';
import { useCursor } from '../state/cursor';
import { type ScenarioSource, useEdition } from '../state/edition';
import { openRun } from '../state/openRun';
import { useStory } from '../state/story';
import { useSharedWords } from '../words/i18n';
import styles from './Embed.module.css';

/** Where the playground is, relative to this page. Embeds lie at different depths. */
export const siteRoot = (): string => document.querySelector<HTMLMetaElement>('meta[name=site-root]')?.content ?? '../';

export interface OpenedProps {
  readonly parameters: EmbedParameters;
  /** What the post shows, without later drags. */
  readonly opened: ScenarioSource;
}

/** What is fixed (null: the story as published) and by what. Null: it has no fix. */
export function fixesOf(story: Story, variantId: string | null) {
  const variant = story.variants.find(({ id }) => id === variantId) ?? null;
  const fixedVersion = variant?.fix ? fixedBy(story, variant) : variant;
  const own = fixOf(story, fixedVersion);
  const fix = own ?? fixOf(story, null);
  return fix === undefined ? null : { fix, broken: own === undefined ? null : fixedVersion };
}

/** With another lock or check, the story's variants are different runs from the post's. */
export function useHasFixes(controls: EmbedParameters['controls'], { scenario, variantId }: ScenarioSource): boolean {
  const story = useStory();
  if (!controls.has('variants') || story === null) return false;
  const variant = story.variants.find(({ id }) => id === variantId) ?? null;
  return fixesOf(story, variantId) !== null && sameJson(publishedScenario(story, variant), scenario);
}

/** Back to what the post shows, after a change and if no choice in the head leads there. */
export function Back({ parameters: { controls }, opened }: OpenedProps) {
  const words = useSharedWords();
  const committed = useEdition((state) => state.committed);
  const hasFixes = useHasFixes(controls, opened);
  if (hasFixes || sameJson(committed, opened.scenario)) return null;
  return (
    <button type="button" className={styles.open} onClick={() => openRun(opened)}>
      {words.bar.original}
    </button>
  );
}

interface OpenLinkProps {
  readonly language: Language | null;
  readonly label?: string;
  /** Whether the page looks for breaks at once. */
  readonly finds?: boolean;
  /** Whether it leads to the scene, at the moment that is on screen. */
  readonly isScene?: boolean;
}

/**
 * Leads to the page with the story as published or, after a change, with exactly this scenario, in the language that
 * the post asked for.
 */
export function OpenLink({ language, label, finds = false, isScene = false }: OpenLinkProps) {
  const words = useSharedWords();
  const run = useAskedRun();
  // During playing, the link stays as it is.
  const at = useCursor((state) => (isScene && !state.playing && state.at > 0 ? Math.round(toMs(state.at)) : null));
  const find = finds ? { asked: '', found: null } : null;
  return (
    <a
      className={styles.open}
      href={write({ run, language, find, ...(isScene && { size: 'scene', at }) }, siteRoot())}
      target="_blank"
      rel="noopener"
      aria-label={finds ? words.embed.findLabel : words.embed.openLabel}
    >
      {label ?? words.embed.open}
      <ArrowUpRight size={14} aria-hidden />
    </a>
  );
}
