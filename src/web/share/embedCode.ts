/** The code that puts a run into a page, for each kind of place that a post may be written in. */
import { embedHeight } from '../../core/model/links/embedHeight';
import { underTitle } from '../../core/model/values/text';
import {
  attributesOf,
  type EmbedChoice,
  embedAddress,
  pictureAddress,
  playgroundAddress,
  storyAddressOf,
} from './embedChoice';
import { embedTag, quoted, scriptOf, withScript } from './embedTag';

export const codeKinds = ['html', 'markdown', 'mdx', 'react', 'hugo', 'wordpress', 'link'] as const;
export type CodeKind = (typeof codeKinds)[number];

export interface CodePart {
  /** What to do with it: a key of the dialog's words. */
  readonly place:
    | 'page'
    | 'frame'
    | 'markdown'
    | 'mdx'
    | 'component'
    | 'shortcode'
    | 'hugo'
    | 'wordpressAddress'
    | 'wordpressBlock'
    | 'storyAddress'
    | 'own'
    | 'address';
  readonly text: string;
}

/** Links in a sandboxed frame open as usual. */
const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** In px, as a column of text. */
const frameWidth = 700;

/** @param site where the playground is, ending with a slash */
export function embedCode(kind: CodeKind, choice: EmbedChoice, site: string): readonly CodePart[] {
  const html = htmlCode(choice, site);
  const storyAddress = storyAddressOf(choice, site);
  switch (kind) {
    case 'html':
      return [
        { place: 'page', text: html },
        { place: 'frame', text: frameCode(choice, site) },
      ];
    case 'markdown':
      return [{ place: 'markdown', text: markdownCode(choice, site) }];
    case 'mdx':
      return [{ place: 'mdx', text: mdxCode(choice, site) }];
    case 'react':
      return [
        {
          place: 'component',
          text: reactCode(
            embedTag(attributesOf(choice), staticPicture(choice, site, jsxStyle), '    '),
            scriptOf(site),
          ),
        },
      ];
    case 'hugo':
      return [
        { place: 'shortcode', text: '{{ .Inner }}' },
        { place: 'hugo', text: `{{< rawhtml >}}\n${html}\n{{< /rawhtml >}}` },
      ];
    case 'wordpress':
      return [
        ...(storyAddress === null ? [] : [{ place: 'wordpressAddress', text: storyAddress } as const]),
        { place: 'wordpressBlock', text: html },
      ];
    case 'link':
      return [
        storyAddress === null
          ? { place: 'own', text: playgroundAddress(choice, site) }
          : { place: 'storyAddress', text: storyAddress },
        { place: 'address', text: embedAddress(choice, site) },
      ];
  }
  return kind satisfies never;
}

function htmlCode(choice: EmbedChoice, site: string): string {
  const child = staticPicture(choice, site, 'style="max-width:100%;height:auto"');
  return withScript(site, embedTag(attributesOf(choice), child));
}

/** React loads an `async` script once, also when a reader comes from another page of the site. */
function mdxCode(choice: EmbedChoice, site: string): string {
  // MDX would interpret Markdown in the text.
  const child = staticPicture(choice, site, jsxStyle).replace(/[\\`*_[\]~|$](?=[^<>]*<\/a>)/g, inNumbers);
  return `<script src="${scriptOf(site)}" async></script>\n\n${embedTag(attributesOf(choice), child)}`;
}

const inNumbers = (sign: string): string => `&#${sign.charCodeAt(0)};`;

const jsxStyle = "style={{ maxWidth: '100%', height: 'auto' }}";

const withTheme = (choice: EmbedChoice): EmbedChoice =>
  choice.theme === 'host' ? { ...choice, theme: choice.seenTheme } : choice;

const frameCode = (choice: EmbedChoice, site: string): string =>
  `<iframe src="${quoted(embedAddress(withTheme(choice), site))}" title="${quoted(choice.title)}" width="100%" height="${embedHeight(choice.view, choice.rows, frameWidth)}" style="border:0" loading="lazy" allow="fullscreen" sandbox="${sandbox}"></iframe>`;

function markdownCode(choice: EmbedChoice, site: string): string {
  const target = storyAddressOf(choice, site) ?? playgroundAddress(choice, site);
  const picture = pictureAddress(choice, site);
  const text = wordsOf(choice)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>&~|$!]/g, '\\$&');
  return `[${picture === null ? text : `![${text}](${picture})`}](${target.replace(/\(/g, '%28').replace(/\)/g, '%29')})`;
}

const wordsOf = ({ title, verdictText }: EmbedChoice): string =>
  verdictText === '' ? title : underTitle(title, verdictText);

/**
 * The content between the tags, for feeds, for paper and for readers without scripts. A custom scenario has no
 * picture anywhere.
 */
function staticPicture(choice: EmbedChoice, site: string, style: string): string {
  const src = pictureAddress(choice, site);
  const text = inCode(wordsOf(choice));
  const begin = `<a href="${quoted(playgroundAddress(choice, site))}">`;
  if (src === null || choice.picture === null) return `${begin}${text}</a>`;
  const { width, height } = choice.picture;
  return `${begin}<img src="${src}" width="${width}" height="${height}" alt="${text}" loading="lazy" ${style} /></a>`;
}

/** Braces mean something in JSX and in templates, and a line break must not end the code. */
const inCode = (text: string): string =>
  quoted(text).replace(/>/g, '&gt;').replace(/\{/g, '&#123;').replace(/\}/g, '&#125;').replace(/\s+/g, ' ');

/**
 * A component for React 18 and 19. It compiles as TypeScript, and without its types as JavaScript. A server can render
 * it: the script is loaded only in the browser, once for all runs of a page.
 * @param element the element in JSX, indented to stand in the component
 */
const reactCode = (element: string, script: string): string => `'use client';
import { useEffect } from 'react';

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
    ${element}
  );
}`;
