/** The feed of the site: its stories, each with the day of its publication, and the essay. Readers poll `feed.xml`. */
import { Feed } from 'feed';
import { essayFolder, storyFolder } from '../content/address/folders';
import { stories } from '../content/stories';
import { essayDay, publishedOn } from '../content/stories/published';
import { essayWords } from '../content/texts/essay';
import { loadStory } from '../core/model/scenario/story';
import { siteName } from '../picture/linkPages/linkPage';

/** @param site the address of the site, with a slash at its end */
export async function atomFeed(site: string): Promise<string> {
  const { title, lead } = essayWords.en;
  const entries = (await Promise.all(stories.map(loadStory))).map((story) => ({
    title: `${story.number}. ${story.title.en}`,
    description: story.lead.en,
    link: `${site}${storyFolder({ story: story.id, variant: null }, 'en')}`,
    day: publishedOn(story.number),
  }));
  const essay = { title, description: lead, link: `${site}${essayFolder('en')}`, day: essayDay };
  // The newest first; within a day, the highest number first.
  const all = [...entries, essay].toReversed().toSorted((a, b) => b.day.localeCompare(a.day));
  const feed = new Feed({
    id: site,
    link: site,
    title: `${siteName}: stories of distributed locks`,
    copyright: 'MIT',
    updated: new Date(all[0]?.day ?? essayDay),
    feedLinks: { atom: `${site}feed.xml` },
  });
  for (const { title: name, description, link, day } of all)
    feed.addItem({ id: link, title: name, description, link, date: new Date(day) });
  return feed.atom1();
}
