// The pages of the questions that people ask: a chat previews each in each language, and every address leads somewhere.
import { describe, expect, test } from 'vitest';
import { questions, storyOf } from '../../src/content/questions/questions';
import { findStory } from '../../src/content/stories/storyList';
import { siteWays } from '../../src/content/texts/siteLinks';
import { languages } from '../../src/core/model/values/text';
import { questionLists, questionPagesOf } from '../../src/site/questionPages';
import { previewFolders } from '../../src/site/stories/allStories';
import { storyAt } from '../../src/site/stories/askedStory';
import { readPage } from '../picture/linkPages/builtPage';

const site = 'https://play.example/locks/';
const picture = { alt: 'A “picture” & more', width: 720, height: 500 };

const pagesOf = async (at: string | null) => {
  const pages = await Promise.all(
    questions.flatMap((one) =>
      languages.map(async (language) => {
        const found = await findStory(one.run);
        if (found.kind !== 'found') throw new Error(`There is no run ${one.run}.`);
        const { story, variantId = null } = found.story;
        const made = await questionPagesOf(
          { story: story.id, variant: variantId },
          { language, picture },
          { site: at, card: at === null ? null : 's/cards/some.png' },
        );
        const folder = `q/${language === 'en' ? '' : 'zh/'}${one.id}/`;
        return { one, language, folder, page: made.find(({ path }) => path === `${folder}index.html`) };
      }),
    ),
  );
  return [...pages];
};

const [withSite, withoutSite] = [await pagesOf(site), await pagesOf(null)];
const made = (at: string | null) => (at === null ? withoutSite : withSite);

test('each question has a page in each language, written with the story that shows its answer', () => {
  for (const { one, folder, page } of made(site)) {
    expect([folder, page?.path]).toEqual([folder, `${folder}index.html`]);
    const asked = storyAt(`${folder}index.html`);
    expect([asked?.story, asked?.page?.includes(`?story=${one.run}`)]).toEqual([storyOf(one).id, true]);
  }
});

test('no other run has a page of a question', async () => {
  const of = { story: 'herd', variant: null };
  expect(await questionPagesOf(of, { language: 'en', picture }, { site, card: null })).toEqual([]);
});

test('each says its question and its answer to search engines, as data that ends no script', () => {
  for (const { one, language, page } of made(site)) {
    const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page?.html ?? '') ?? [];
    const { '@type': type, mainEntity } = JSON.parse(data);
    expect([type, mainEntity.name]).toEqual(['QAPage', one.question[language]]);
    expect(mainEntity.acceptedAnswer.text).toContain(one.answer[language]);
    expect(data).not.toContain('<');
  }
});

describe.each([site, null])('built for %s', (at) => {
  test('each says its question and its answer to chats, with the card of its run', () => {
    for (const { one, language, page } of made(at)) {
      const { title, meta } = readPage(page?.html ?? '');
      expect(title).toContain(one.question[language]);
      expect([meta.get('og:title'), meta.get('og:description')]).toEqual([
        one.question[language],
        one.answer[language],
      ]);
      expect(meta.get('og:image')).toMatch(at === null ? /^(\.\.\/)+social\.png$/ : `${at}s/cards/some.png`);
      expect(page?.html).toContain('alt="A “picture” &amp; more"');
    }
  });

  test('every address that it names is a page of the site', async () => {
    const ways = languages.flatMap((language) => siteWays(language).map(({ path }) => path));
    const folders = new Set(['', 'matrix/', ...ways, ...(await previewFolders())]);
    const lists = questionLists(at).map(({ path, html }) => ({ folder: path.replace('index.html', ''), html }));
    const pages = made(at).map(({ folder, page }) => ({ folder, html: page?.html ?? '' }));
    for (const { folder, html } of [...lists, ...pages])
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"#]*)/g)) {
        const path = new URL(href, `${site}${folder}`).href.slice(site.length);
        expect([folder, href, folders.has(path)]).toEqual([folder, href, true]);
      }
  });
});
