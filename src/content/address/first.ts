/** What the first script of a page needs of its address, before anything else is read. It stays small. */

/** Parameters with which a page or a frame begins as without them. */
const harmless = ['v', 'lang', 'theme', 'frame', 'room', 'height', 'autoplay', 'too-late'];

interface AskedFirst {
  readonly theme: string | null;
  readonly language: string | null;
  /** The number that a post has drawn for its frame. */
  readonly frame: string | null;
  /** The height that the post has reserved, in px. Null: the frame has its own. */
  readonly room: string | null;
  /** Whether the page begins as without its parameters. */
  readonly isPlain: boolean;
}

export function readFirst({ searchParams, pathname, hash }: URL): AskedFirst {
  // The folder names the story, too.
  const isHarmless = ([name, value]: readonly [string, string]): boolean =>
    name === 'story' ? pathname.split('/').includes(value) : harmless.includes(name);
  const isPlain = hash.length < 2 && [...searchParams].every(isHarmless);
  const [theme = null, language = null, frame = null, room = null] = ['theme', 'lang', 'frame', 'room'].map((name) =>
    searchParams.get(name),
  );
  return { theme, language, frame, room, isPlain };
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
