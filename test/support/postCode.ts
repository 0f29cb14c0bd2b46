// The address that a frame in a post gets, from the code in the post. The element is that of public/embed.js.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { root } from '../../scripts/install.mjs';

const unquoted = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

/**
 * @param code HTML, Markdown or a component for React
 * @param site where the playground is, for an element
 */
export function addressIn(code: string, site: string): URL {
  const iframe = /<iframe\s[^>]*\bsrc="([^"]*)"/.exec(code)?.[1];
  if (iframe !== undefined) return new URL(unquoted(iframe));
  const written = /<redlock-playground([^>]*?)\/?>/.exec(code)?.[1];
  if (written === undefined) throw new Error(`No embed in ${code}`);
  const attributes = [...written.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(
    ([, name = '', value = '']) => [name, unquoted(value)] as const,
  );
  return addressOfElement(new Map(attributes), site);
}

interface Element {
  iframe: { src: string };
  frame: string;
  load(): void;
}

/** A page of which the element sees as much as it needs to load its frame. */
function addressOfElement(attributes: ReadonlyMap<string, string>, site: string): URL {
  class HTMLElement {
    readonly parentElement = null;
    getAttribute = (name: string): string | null => attributes.get(name) ?? null;
  }
  class HTMLScriptElement {
    readonly src = `${site}embed.js`;
  }
  const defined: (new () => Element)[] = [];
  runInNewContext(readFileSync(join(root, 'public/embed.js'), 'utf8'), {
    URL,
    HTMLElement,
    HTMLScriptElement,
    document: { currentScript: new HTMLScriptElement() },
    matchMedia: () => ({ matches: false }),
    getComputedStyle: () => ({ backgroundColor: 'rgb(255, 255, 255)' }),
    customElements: { get: () => undefined, define: (_: string, made: new () => Element) => defined.push(made) },
  });
  const [Playground] = defined;
  if (Playground === undefined) throw new Error('embed.js defines no element.');
  const element = new Playground();
  element.iframe = { src: '' };
  element.frame = '7';
  element.load();
  return new URL(element.iframe.src);
}
