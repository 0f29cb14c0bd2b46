// The address of a frame in a post, taken from the code in the post.
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
