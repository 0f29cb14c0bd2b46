/** What the first script of a page needs of its address, before anything else is read. It stays small. */

/** Parameters with which a page or a frame begins as without them. */
const harmless = ['v', 'lang', 'theme', 'frame', 'room', 'height', 'autoplay'];

interface AskedFirst {
  readonly theme: string | null;
  readonly language: string | null;
  /** Whether the page begins as without its parameters. */
  readonly isPlain: boolean;
}

export function readFirst({ searchParams, hash }: URL): AskedFirst {
  const isPlain = hash.length < 2 && [...searchParams.keys()].every((name) => harmless.includes(name));
  return { theme: searchParams.get('theme'), language: searchParams.get('lang'), isPlain };
}

/**
 * The address of what a page opens, with what else its own address asks for.
 * @param opens relative to the page
 */
export function openedAt(opens: string, page: URL): URL {
  const address = new URL(opens, page);
  for (const [name, value] of page.searchParams)
    if (!address.searchParams.has(name)) address.searchParams.set(name, value);
  // A flag has no value.
  address.search = address.search.replace(/=(?=&|$)/g, '');
  if (address.hash === '') address.hash = page.hash;
  return address;
}
