// The library's README, chapters and guides: each link leads somewhere, each run that a promise or a limit names ends as
// its column says, the rows of the attack are those that the attack wrote, and the first lock comes soon.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { read } from '../../../src/content/address/read';
import { stories } from '../../../src/content/stories';
import { loadStory, publishedScenario } from '../../../src/core/model/scenario/story';
import type { Severity } from '../../../src/core/model/trace/severity';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { blocksIn, documentNames, documentOf } from './codeBlocks';

/** Stands for the address of the site, which is known at a release. */
const site = 'https://play.example/';

interface Link {
  readonly name: string;
  readonly text: string;
  readonly address: string;
}

const linksIn = (name: string, text = documentOf(name)): readonly Link[] =>
  [...text.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, text = '', address = '']) => ({ name, text, address }));

const links = documentNames.flatMap((name) => linksIn(name));
/** The reference is a page of the site, and no run. */
const toSite = links.filter(({ address }) => address.startsWith(site) && address !== `${site}library/`);

/** A story, or a variant of it, with what its run does. Throws for anything else. */
async function runAt(address: string): Promise<{ readonly title: string; readonly outcome: Severity }> {
  const { run, problems } = read(address);
  if (run.kind !== 'story' || problems.length > 0) throw new Error(`${address} is no story.`);
  const entry = stories.find(({ id }) => id === run.story);
  if (entry === undefined) throw new Error(`There is no story ${run.story}.`);
  const story = await loadStory(entry);
  const variant = story.variants.find(({ id }) => id === run.variant) ?? null;
  if (run.variant !== null && variant === null) throw new Error(`${run.story} has no variant ${run.variant}.`);
  const { outcome } = runScenario(publishedScenario(story, variant), parts).verdict;
  return { title: (variant ?? story).title?.en ?? entry.title.en, outcome };
}

/** The rows of a table of the README, by its heading. */
function tableBelow(heading: string): readonly (readonly string[])[] {
  const section = documentOf('README.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((line) => line.slice(2, -2).split(' | '));
}

const addressIn = (cell = ''): string => linksIn('README.md', cell)[0]?.address ?? '';

describe('each link of the documents', () => {
  it('to a file leads to one, and to a heading that it has', () => {
    const files = links.filter(({ address }) => !/^https?:/.test(address));
    expect(files.length).toBeGreaterThan(20);
    const wrong = files.filter(({ name, address }) => {
      const [path = '', section] = address.split('#');
      const target = path === '' ? name : posix.join(posix.dirname(name), path);
      if (!existsSync(join(root, 'src/redlock', target))) return true;
      return section !== undefined && !headingsOf(documentOf(target)).includes(section);
    });
    expect(wrong).toEqual([]);
  });

  it('to the playground opens a run that exists', async () => {
    expect(toSite.length).toBeGreaterThan(50);
    await Promise.all(toSite.map(({ address }) => runAt(address)));
  });

  it('is not found where it leads nowhere', async () => {
    await expect(runAt(`${site}?story=no-such-story`)).rejects.toThrow('no story');
    await expect(runAt(`${site}?story=failover&variant=zz`)).rejects.toThrow('no variant');
  });
});

const headingsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\d\s-]/gu, '')
      .replace(/\s/g, '-'),
  );

describe('a run that shows', () => {
  const promises = tableBelow('What it promises');
  const limits = tableBelow('What it does not promise');

  it('a promise or a limit is called as in the playground', async () => {
    const cells = [...promises, ...limits].flatMap(([, broken = '', held = '']) => [broken, held]);
    const named = cells.flatMap((cell) => linksIn('README.md', cell));
    expect(named).toHaveLength(2 * (promises.length + limits.length));
    for (const { text, address } of named) expect([address, text]).toEqual([address, (await runAt(address)).title]);
  });

  it.each([...promises, ...limits])('%s: is broken without it', async (_, broken) => {
    expect((await runAt(addressIn(broken))).outcome).not.toBe('held');
  });

  it.each(promises)('%s: is held with it', async (_, __, held) => {
    expect((await runAt(addressIn(held))).outcome).toBe('held');
  });

  it.each(limits)('%s: at least no update is lost with it', async (_, __, held) => {
    expect(['held', 'overlap']).toContain((await runAt(addressIn(held))).outcome);
  });

  it('something broken, held or unavailable in a chapter or guide does so', async () => {
    const said = toSite.filter(({ name, text }) => name !== 'README.md' && /^(broken|held|unavailable)\b/.test(text));
    expect(said.length).toBeGreaterThan(10);
    for (const { text, address } of said) {
      const { outcome } = await runAt(address);
      const isSo = text.startsWith('broken') ? outcome !== 'held' : text.startsWith(outcome);
      expect([address, text, outcome, isSo]).toEqual([address, text, outcome, true]);
    }
  });
});

describe('the README', () => {
  const readme = documentOf('README.md');

  it('has the rows of the attack as the attack wrote them', () => {
    const written = readFileSync(join(root, 'test/sandbox/attack/TABLE.md'), 'utf8').split('\n');
    const rows = tableBelow('Attacked every night').map((cells) => `| ${cells.join(' | ')} |`);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter((row) => row.startsWith('| quorum-lock'))).toEqual(
      written.filter((row) => /^\| quorum-lock\b.* \| \d+[^|]*\|$/.test(row)),
    );
    expect(rows.filter((row) => !written.includes(row))).toEqual([]);
  });

  it('names every client that a chapter connects', () => {
    const made = documentNames.flatMap((name) => blocksIn(name, 'ts')).join('\n');
    const makers = [...made.matchAll(/\b(createClient|createCluster|createSentinel|Cluster)\(/g)].map(
      ([, maker]) => maker,
    );
    expect(new Set(makers).size).toBeGreaterThan(3);
    for (const maker of new Set(makers)) expect(readme).toContain(`\`${maker}\``);
  });
});
