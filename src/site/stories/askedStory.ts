/** Reads which story an address means. Knows no thread that writes one. */
import { questions, storyOf } from '../../content/questions/questions';
import { stories } from '../../content/stories';
import type { RequestHandler } from '../siteServer';

const ids: ReadonlySet<string> = new Set(stories.map(({ id }) => id));
const ofQuestions = new Map(questions.map((one) => [one.id, { run: one.run, story: storyOf(one).id }]));
const below = /^(s|embed|q)\/(?:(zh)\/)?([a-z0-9-]+)(?:\/([a-z0-9]+))?(?:\/|$)/;

export interface AskedStory {
  readonly story: string;
  /**
   * The equivalent page of the playground or of the embed, relative to this one. Null: the request is for a picture.
   */
  readonly page: string | null;
}

export function storyAt(path: string): AskedStory | null {
  const [, folder, lang, named = '', variant] = below.exec(path) ?? [];
  const question = folder === 'q' ? ofQuestions.get(named) : undefined;
  const story = folder === 'q' ? (question?.story ?? '') : named;
  if (!ids.has(story)) return null;
  if (/\.(?!html$)\w+$/.test(path)) return { story, page: null };
  const query = Object.entries({ story: question?.run ?? story, variant, lang }).flatMap(([key, value]) =>
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
