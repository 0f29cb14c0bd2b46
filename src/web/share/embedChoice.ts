/** A run as a post shows it: the choices of the dialog, and its addresses. */

import { controls, defaultMomentOf, type EmbedControl, type EmbedView } from '../../content/address/embed';
import { embedFolder, pictureFolder, storyFolder } from '../../content/address/folders';
import type { AskedRun } from '../../content/address/pageAddress';
import { write } from '../../content/address/write';
import { type SharedOutcome, writeOutcome } from '../../core/model/links/sharedOutcome';
import type { Language } from '../../core/model/values/text';

export interface EmbedChoice {
  /** A story as published, or one of its variants. */
  readonly story: string | null;
  readonly variant: string | null;
  /** The part behind `#`, for anything else. */
  readonly scenario: string | null;
  readonly view: EmbedView;
  readonly theme: 'host' | 'light' | 'dark';
  /** As this page is shown now. A plain iframe carries it, because it cannot ask the surrounding page. */
  readonly seenTheme: 'light' | 'dark';
  readonly language: 'host' | Language;
  /** Where the playhead rests: a word, or ms. */
  readonly at: 'break' | 'start' | 'end' | number;
  /** The stretch that is shown and played, in ms; null: the whole run. */
  readonly stretch: { readonly from: number; readonly to: number } | null;
  readonly loop: boolean;
  readonly controls: ReadonlySet<EmbedControl>;
  readonly title: string;
  /** How the run of a story ends today. A scenario's link records it itself. */
  readonly outcome: SharedOutcome | null;
  /** The verdict in a sentence. Empty: not known yet. */
  readonly verdictText: string;
  /** The picture that the site has of each story and variant. Null if absent of this run. */
  readonly picture: { readonly language: Language; readonly width: number; readonly height: number } | null;
  /** The height of the lanes, in px. */
  readonly rows: number;
}

/** Only the options that differ from an embed's defaults. A scene has no options of lanes. */
export function attributesOf(choice: EmbedChoice): readonly (readonly [string, string])[] {
  const hasLanes = choice.view !== 'scene';
  const stretch = hasLanes ? choice.stretch : null;
  const visibleControls = controls.filter((control) => choice.controls.has(control));
  const isWhole = !hasLanes || visibleControls.length === controls.length;
  const all: readonly (readonly [string, string | null])[] = [
    ['story', choice.story],
    ['variant', choice.variant],
    ['scenario', choice.scenario],
    ['view', hasLanes ? choice.view : null],
    ['theme', choice.theme === 'host' ? null : choice.theme],
    ['lang', choice.language === 'host' ? null : choice.language],
    ['from', stretch && String(stretch.from)],
    ['to', stretch && String(stretch.to)],
    ['at', choice.at === defaultMomentOf(choice.view) ? null : String(choice.at)],
    ['loop', choice.loop ? '1' : null],
    ['controls', isWhole ? null : visibleControls.length === 0 ? 'none' : visibleControls.join(',')],
    ['outcome', choice.outcome && writeOutcome(choice.outcome)],
  ];
  return all.filter((pair): pair is readonly [string, string] => pair[1] !== null);
}

/**
 * The address of the embed, for an iframe.
 * @param site where the playground is, ending with a slash
 */
export function embedAddress(choice: EmbedChoice, site: string): string {
  const { scenario, ...own } = Object.fromEntries(attributesOf(choice));
  const folder = choice.story === null ? undefined : embedFolder(choice.story, choice.language === 'zh' ? 'zh' : 'en');
  const run: AskedRun = scenario === undefined ? { kind: 'none' } : { kind: 'link', link: scenario, story: null };
  return new URL(write({ page: 'embed', run, own }, folder), site).href;
}

/** The scene of the run in the playground. */
export function playgroundAddress({ story, variant, scenario }: EmbedChoice, site: string): string {
  const run: AskedRun =
    story === null ? { kind: 'link', link: scenario ?? '', story: null } : { kind: 'story', story, variant };
  return new URL(write({ run, size: 'scene' }), site).href;
}

/** The page of the run that a chat unfolds. A custom scenario has no page. */
export function storyAddressOf({ story, variant, picture, ...choice }: EmbedChoice, site: string): string | null {
  const language = choice.language === 'host' ? (picture?.language ?? 'en') : choice.language;
  return story === null
    ? null
    : new URL(write({ size: 'scene' }, storyFolder({ story, variant }, language)), site).href;
}

/** The picture of the run, which the site has of each story and variant; a variant has only a light one. */
export function pictureAddress({ story, variant, theme, picture }: EmbedChoice, site: string): string | null {
  if (story === null || picture === null) return null;
  const folder = pictureFolder({ story, variant }, picture.language);
  return new URL(`${folder}${theme === 'dark' && variant === null ? 'dark' : 'light'}.svg`, site).href;
}
