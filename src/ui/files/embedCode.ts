/**
 * The code that puts a run into a page: HTML with the custom element, an iframe for Markdown, a component for React.
 */
import { type SharedOutcome, writeOutcome } from '../../model/link/sharedOutcome';
import { controls, type EmbedControl, type EmbedView, embedVersion } from './embedParameters';

export interface EmbedChoice {
  /** A story as told, or one of its variants. */
  readonly story: string | null;
  readonly variant: string | null;
  /** The part behind `#`, for anything else. */
  readonly scenario: string | null;
  readonly view: EmbedView;
  readonly theme: 'host' | 'light' | 'dark';
  readonly language: 'host' | 'en' | 'zh';
  /** Where the playhead rests: a word, or ms. */
  readonly at: 'break' | 'start' | 'end' | number;
  /** The stretch that is shown and played, in ms; null: the whole run. */
  readonly stretch: { readonly from: number; readonly to: number } | null;
  readonly loop: boolean;
  readonly controls: ReadonlySet<EmbedControl>;
  readonly title: string;
  /** How the run of a story ends today. A scenario's link holds it itself. */
  readonly outcome: SharedOutcome | null;
}

export type CodeKind = 'html' | 'mdx' | 'react';

/** Only the options that differ from an embed's defaults. */
function attributesOf(choice: EmbedChoice): readonly (readonly [string, string])[] {
  const shown = controls.filter((control) => choice.controls.has(control));
  const isWhole = shown.length === controls.length;
  const all: readonly (readonly [string, string | null])[] = [
    ['story', choice.story],
    ['variant', choice.variant],
    ['scenario', choice.scenario],
    ['view', choice.view === 'timeline' ? null : choice.view],
    ['theme', choice.theme === 'host' ? null : choice.theme],
    ['lang', choice.language === 'host' ? null : choice.language],
    ['from', choice.stretch && String(choice.stretch.from)],
    ['to', choice.stretch && String(choice.stretch.to)],
    ['at', choice.at === 'break' ? null : String(choice.at)],
    ['loop', choice.loop ? '1' : null],
    ['controls', isWhole ? null : shown.length === 0 ? 'none' : shown.join(',')],
    ['outcome', choice.outcome && writeOutcome(choice.outcome)],
  ];
  return all.filter((pair): pair is readonly [string, string] => pair[1] !== null);
}

/**
 * The address of the embed, for an iframe.
 * @param site where the playground is, ending with a slash
 */
export function embedAddress(choice: EmbedChoice, site: string): string {
  const inLanguage = choice.language === 'zh' ? 'zh/' : '';
  const folder = choice.story === null ? 'embed/' : `embed/${inLanguage}${choice.story}/`;
  const address = new URL(folder, site);
  address.searchParams.set('v', String(embedVersion));
  for (const [name, value] of attributesOf(choice)) if (name !== 'scenario') address.searchParams.set(name, value);
  if (choice.scenario !== null) address.hash = choice.scenario;
  return address.href;
}

export function embedCode(kind: CodeKind, choice: EmbedChoice, site: string): string {
  const attributes = attributesOf(choice)
    .map(([name, value]) => ` ${name}="${quoted(value)}"`)
    .join('');
  const script = new URL('embed.js', site).href;
  switch (kind) {
    case 'html':
      return `<script src="${script}" defer></script>\n<redlock-playground${attributes}></redlock-playground>`;
    case 'mdx':
      return `<iframe src="${quoted(embedAddress(choice, site))}" title="${quoted(choice.title)}" width="100%" height="520" loading="lazy"></iframe>`;
    case 'react':
      return [
        "import { useEffect } from 'react';",
        '',
        'export function LockRun() {',
        '  useEffect(() => {',
        `    if (customElements.get('redlock-playground')) return;`,
        `    document.head.append(Object.assign(document.createElement('script'), { src: '${script}' }));`,
        '  }, []);',
        `  return <redlock-playground${attributes} />;`,
        '}',
      ].join('\n');
    default:
      return kind satisfies never;
  }
}

const quoted = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
