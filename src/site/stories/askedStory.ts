/** Reads which story an address means. Knows no thread that writes one. */

import { essay } from '../../content/essay/essay';
import { questions, storyOf } from '../../content/questions/questions';
import { stories } from '../../content/stories';
import { storyNamed } from '../../core/model/scenario/storyName';
import type { RequestHandler } from '../siteServer';

const ids: ReadonlySet<string> = new Set(stories.map(({ id }) => id));
/** Pages of other things than stories, each with the story whose run it shows. */
const others: Readonly<Record<string, ReadonlyMap<string, { readonly run: string; readonly story: string }>>> = {
  q: new Map(questions.map((one) => [one.id, { run: one.run, story: storyOf(one).id }])),
  essay: new Map(
    essay.map(({ id, blocks: [first] }) => {
      const run = first?.run ?? '';
      return [id, { run, story: storyNamed(run, stories)?.entry.id ?? '' }];
    }),
  ),
};
const below = /^(s|embed|q|essay)\/(?:(zh)\/)?([a-z0-9-]+)(?:\/([a-z0-9]+))?(?:\/|$)/;

export interface AskedStory {
  readonly story: string;
  /**
   * The equivalent page of the playground or of the embed, relative to this one. Null: the request is for a picture.
   */
  readonly page: string | null;
}

export function storyAt(path: string): AskedStory | null {
  const [, folder, lang, named = '', variant] = below.exec(path) ?? [];
  const other = others[folder ?? ''];
  const entry = other?.get(named);
  const story = other === undefined ? named : (entry?.story ?? '');
  if (!ids.has(story)) return null;
  if (/\.(?!html$)\w+$/.test(path)) return { story, page: null };
  const query = Object.entries({ story: entry?.run ?? story, variant, lang }).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}=${value}`,
  );
  const up = '../'.repeat(path.split('/').length - 1);
  return { story, page: `${up}${folder === 'embed' ? 'embed/' : ''}?${query.join('&')}` };
}

/** For a site without the pages of stories: their addresses lead to the page that needs nothing written. */
export const withoutStoryPages = {
  answer: (({ path }, _request, response) => {
    const page = storyAt(path)?.page ?? null;
    if (page === null) return false;
    response.writeHead(302, { Location: page }).end();
    return true;
  }) satisfies RequestHandler['answer'],
  close: async (): Promise<void> => {},
};
