// The address of a frame in a post, taken from the code in the post.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { root } from '../../scripts/install.mjs';
import { stories } from '../../src/content/stories';
import { addressOf } from '../../src/web/element/asked';

const unquoted = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

/** The attributes of the first element in a piece of code. */
function attributesIn(code: string): ReadonlyMap<string, string> {
  const written = /<redlock-playground([^>]*?)\/?>/.exec(code)?.[1];
  if (written === undefined) throw new Error(`No embed in ${code}`);
  const pairs = [...written.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  return new Map(pairs.map(([, name = '', value = '']) => [name, unquoted(value)] as const));
}

/**
 * @param code HTML, Markdown or a component for React
 * @param site where the playground is, for an element
 */
export function addressIn(code: string, site: string): URL {
  const iframe = /<iframe\s[^>]*\bsrc="([^"]*)"/.exec(code)?.[1];
  if (iframe !== undefined) return new URL(unquoted(iframe));
  const attributes = attributesIn(code);
  const language = attributes.get('lang') ?? null;
  const lanes = new Map(stories.map(({ id }) => [id, 420] as const));
  const getAttribute = (name: string): string | null => attributes.get(name) ?? null;
  const address = addressOf({ getAttribute }, { base: new URL(site), lanes, language });
  if (language !== null) address.searchParams.set('lang', language);
  return address;
}

const folder = join(root, 'test/support/publishedElements');

/**
 * Every published `embed.js` that promised something different from its predecessor, by commit. Pages keep them for
 * as long as they like.
 */
export const publishedElements: readonly (readonly [commit: string, script: string])[] = readdirSync(folder)
  .sort()
  .map((name) => [name.replace('.js.txt', ''), readFileSync(join(folder, name), 'utf8')] as const);

interface Element {
  iframe: { src: string };
  frame: string;
  load(): void;
}

/** The same with a published element, on a stub page that has only what the element needs to load its frame. */
export function addressByPublished(script: string, code: string, site: string): URL {
  const attributes = attributesIn(code);
  class HTMLElement {
    readonly parentElement = null;
    getAttribute = (name: string): string | null => attributes.get(name) ?? null;
  }
  class HTMLScriptElement {
    readonly src = `${site}embed.js`;
  }
  const defined: (new () => Element)[] = [];
  runInNewContext(script, {
    URL,
    HTMLElement,
    HTMLScriptElement,
    document: { currentScript: new HTMLScriptElement(), documentElement: { style: { colorScheme: '' } } },
    matchMedia: () => ({ matches: false }),
    getComputedStyle: () => ({ backgroundColor: 'rgb(255, 255, 255)' }),
    customElements: { get: () => undefined, define: (_: string, made: new () => Element) => defined.push(made) },
  });
  const [Playground] = defined;
  if (Playground === undefined) throw new Error('The script defines no element.');
  const element = new Playground();
  element.iframe = { src: '' };
  element.frame = '7';
  element.load();
  return new URL(element.iframe.src);
}
