/** The guides of the repository, which are Markdown already. A link to a file that the site does not have becomes text. */
import { readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { stories } from '../../content/stories';
import { root } from '../../site/root';

/** By the name at the site. */
const guides: Readonly<Record<string, string>> = {
  'readme.md': 'README.md',
  'embedding.md': 'EMBEDDING.md',
  'hosting.md': 'HOSTING.md',
  'library.md': 'src/redlock/README.md',
  'migrating.md': 'src/redlock/docs/from-redlock-5.md',
  'lessons.md': 'src/content/stories/LESSONS.md',
  'glossary.md': 'src/content/texts/GLOSSARY.md',
  'attacked-libraries.md': 'test/sandbox/attack/TABLE.md',
  'skill.md': 'skill/SKILL.md',
};

export const guideNames = Object.keys(guides);

export const guideTwinAt = (name: string): string => `guides/${name}`;

/** @param site its address, which replaces that of the examples. Null: it is not known. */
export function guideTwin(name: string, site: string | null = null): string {
  const file = guides[name] ?? '';
  const written = readFileSync(join(root, file), 'utf8');
  const text = name === 'lessons.md' ? withTitles(written) : written;
  const ours = site === null ? text : text.replaceAll('https://play.example/', site);
  return ours.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (all, mark: string, text: string, address: string) => {
    if (/^(https?:|#)/.test(address)) return all;
    const [path = '', section] = address.split('#');
    const target = posix.join(posix.dirname(file), path);
    const guide = guideNames.find((one) => guides[one] === target);
    if (mark === '!' || guide === undefined) return text;
    return `[${text}](${guide}${section === undefined ? '' : `#${section}`})`;
  });
}

/** The table of lessons names the stories by number. Here their titles are added. */
const withTitles = (lessons: string): string =>
  lessons
    .replace('| number |', '| number | title | 标题 |')
    .replace('| --- |', '| --- | --- | --- |')
    .replace(/^\| (\d+) \|/gm, (cell, number: string) => {
      const title = stories.find((story) => story.number === number)?.title;
      return title === undefined ? cell : `${cell} ${title.en} | ${title.zh} |`;
    });

/** The first heading. */
export const titleOfGuide = (name: string): string => /^# (.+)$/m.exec(guideTwin(name))?.[1] ?? basename(name, '.md');
