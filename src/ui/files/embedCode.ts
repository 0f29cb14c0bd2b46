/**
 * The code that puts a run into a page: HTML with the custom element, an iframe for Markdown, a component for React.
 */
import { type SharedOutcome, writeOutcome } from '../../model/link/sharedOutcome';
import type { Language } from '../../model/text';
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
  /** The verdict in a sentence. Empty: not known yet. */
  readonly told: string;
  /** Of the picture that the site has of each story and variant. Null: there is none of this run. */
  readonly picture: { readonly language: Language; readonly width: number; readonly height: number } | null;
  /** The height of the lanes, in px. */
  readonly rows: number;
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

/** Links in a frame with a sandbox open as everywhere. */
const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** Title, verdict and controls of a frame as wide as a column of text, above and below its lanes. */
const besideLanes = 214;

export function embedCode(kind: CodeKind, choice: EmbedChoice, site: string): string {
  const attributes = attributesOf(choice)
    .map(([name, value]) => ` ${name}="${quoted(value)}"`)
    .join('');
  const script = new URL('embed.js', site).href;
  switch (kind) {
    case 'html':
      return `<script src="${script}" defer></script>\n<redlock-playground${attributes}>\n  ${standIn(choice, site, 'style="max-width:100%;height:auto"')}\n</redlock-playground>`;
    case 'mdx':
      return `<iframe src="${quoted(embedAddress(choice, site))}" title="${quoted(choice.title)}" width="100%" height="${choice.rows + besideLanes}" loading="lazy" sandbox="${sandbox}"></iframe>`;
    case 'react':
      return reactCode(attributes, standIn(choice, site, "style={{ maxWidth: '100%', height: 'auto' }}"), script);
    default:
      return kind satisfies never;
  }
}

/** What stands between the tags, for feeds, for paper and where no script runs. An own scenario has no picture anywhere. */
function standIn(choice: EmbedChoice, site: string, style: string): string {
  const { story, variant, scenario, picture, title, told } = choice;
  const query = new URLSearchParams({ story: story ?? '', ...(variant === null ? {} : { variant }) });
  const link = new URL(story === null ? `#${scenario}` : `?${query}`, site).href;
  const text = inCode(told === '' ? title : `${title}. ${told}`);
  const begin = `<a href="${quoted(link)}">`;
  if (story === null || picture === null) return `${begin}${text}</a>`;
  const folder = `embed/${picture.language === 'en' ? '' : `${picture.language}/`}${story}/${variant === null ? '' : `${variant}/`}`;
  const src = new URL(`${folder}${choice.theme === 'dark' && variant === null ? 'dark' : 'light'}.svg`, site).href;
  return `${begin}<img src="${src}" width="${picture.width}" height="${picture.height}" alt="${text}" loading="lazy" ${style} /></a>`;
}

/** Compiles as TypeScript, and as JavaScript without its types. */
const reactCode = (attributes: string, child: string, script: string): string => `import { useEffect } from 'react';

// The element, for TypeScript. Leave it out in JavaScript.
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'redlock-playground': HTMLAttributes<HTMLElement> & { [attribute: string]: unknown };
    }
  }
}

export function LockRun() {
  useEffect(() => {
    const src = '${script}';
    if (document.querySelector(\`script[src="\${src}"]\`) === null)
      document.head.append(Object.assign(document.createElement('script'), { src }));
  }, []);
  return (
    <redlock-playground${attributes}>
      ${child}
    </redlock-playground>
  );
}`;

const quoted = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** Braces mean something in JSX, and no line may end the code. */
const inCode = (text: string): string =>
  quoted(text).replace(/>/g, '&gt;').replace(/\{/g, '&#123;').replace(/\}/g, '&#125;').replace(/\s+/g, ' ');
