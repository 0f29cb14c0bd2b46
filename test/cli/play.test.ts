// The command line as a person meets it: each case is a process of its own.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '../../src/explore/registry';
import { encodeLink } from '../../src/model/link/link';
import { loadStory, type Story } from '../../src/model/story';
import { outcomes } from '../../src/model/verdict';
import { stories } from '../../src/stories';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');

interface Played {
  readonly status: number;
  readonly out: string;
  readonly errors: string;
}

function run(program: string, args: readonly string[], cwd: string, env = process.env): Promise<Played> {
  return new Promise((resolve) => {
    execFile(program, [...args], { cwd, env, maxBuffer: 50_000_000 }, (error, out, errors) => {
      resolve({ status: error === null ? 0 : Number(error.code), out, errors });
    });
  });
}

const play = (...args: string[]): Promise<Played> =>
  run(process.execPath, [tsx, join(root, 'src/cli/play.ts'), ...args], root);

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

let folder: string;
let story: Story;
let link: string;

/** Writes a scenario (or any text) to a file and answers its path. */
function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'play-'));
  const entry = stories.find(({ number }) => number === '20');
  if (entry === undefined) throw new Error('There is no story 20.');
  story = await loadStory(entry);
  link = encodeLink(story.scenario, { registry, base: { id: story.id, scenario: story.scenario } });
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('play', () => {
  it.concurrent.each([['20'], ['20a'], ['pause-before-write']])(
    'plays the story %s and ends with its outcome',
    async (words) => {
      const { status, out, errors } = await play(words);
      expect({ status, errors }).toEqual({ status: 0, errors: '' });
      expect(out).toContain(story.title.en);
      expect(lastLine(out)).toBe(`outcome: ${story.outcome}`);
      expect(out.split('\n').length).toBeGreaterThan(20);
    },
  );

  it('plays a variant by number and letter, and by id', async () => {
    const variant = story.variants.find(({ id }) => id === 'b');
    const [byNumber, byId] = await Promise.all([play('20b'), play(`${story.id}:b`)]);
    expect(lastLine(byNumber.out)).toBe(`outcome: ${variant?.outcome}`);
    expect(byNumber.out.split('\n')[0]).toBe(`20b ${variant?.title.en}`);
    expect(byId).toEqual(byNumber);
  });

  it('plays a file as it plays the story that it was copied from', async () => {
    const [fromFile, fromStory] = await Promise.all([play(file('story.json', story.scenario)), play('20')]);
    expect(fromFile.errors).toBe('');
    const events = (out: string): readonly string[] => out.split('\n').slice(-20);
    expect(events(fromFile.out)).toEqual(events(fromStory.out));
  });

  it('plays a link, from a whole address or from its hash', async () => {
    const [fromAddress, fromHash] = await Promise.all([play(`http://127.0.0.1:5180/#${link}`), play(`#${link}`)]);
    expect(lastLine(fromAddress.out)).toBe(`outcome: ${story.outcome}`);
    expect(fromHash).toEqual(fromAddress);
  });

  it('speaks Chinese, and keeps the outcome word', async () => {
    const { out } = await play('20', '--lang', 'zh');
    expect(out).toContain(story.title.zh);
    expect(lastLine(out)).toBe(`outcome: ${story.outcome}`);
  });

  it('prints scenario, verdict and events as JSON, with another seed where one is given', async () => {
    const { out } = await play('20', '--json', '--seed', '4294967295');
    const printed = JSON.parse(out);
    expect(Object.keys(printed)).toEqual(['scenario', 'verdict', 'events']);
    expect(printed.scenario).toEqual({ ...story.scenario, seed: 4_294_967_295 });
    expect(outcomes).toContain(printed.verdict.outcome);
    expect(printed.events.map((event: { seq: number }) => event.seq)).toEqual(
      printed.events.map((_: unknown, i: number) => i),
    );
    const sent = printed.events.find((event: { kind: string }) => event.kind === 'sent');
    expect(sent).toMatchObject({ process: 'client1', leg: 'request', peer: expect.stringMatching(/^node[A-E]$/) });
    expect(sent.text).toMatch(/^[A-Z]/);
  });

  it('lists every story and variant on a line, number first', async () => {
    const { status, out } = await play('--list');
    expect(status).toBe(0);
    const names = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    const all = await Promise.all(stories.map(loadStory));
    expect(names).toHaveLength(all.reduce((sum, { variants }) => sum + 1 + variants.length, 0));
    expect(names).toEqual(expect.arrayContaining([...stories.map(({ number }) => number), '20b']));
  });

  it('runs by npm from the project', async () => {
    const { status, out } = await run('npm', ['run', '-s', 'play', '--', '20'], root);
    expect(status).toBe(0);
    expect(lastLine(out)).toBe(`outcome: ${story.outcome}`);
  });
});

describe('bad input gives exit 2 and one message', () => {
  const rows: readonly (readonly [what: string, args: () => readonly string[], message: RegExp])[] = [
    ['nothing', () => [], /^What shall be played\?/],
    [
      'a seed out of range',
      () => ['20', '--seed', '-1'],
      /^--seed must be a whole number from 0 to 4294967295, not "-1"\.$/,
    ],
    [
      'an unknown story',
      () => ['pause-after-lunch'],
      /^"pause-after-lunch" is no story, file or link; --list lists the stories\.$/,
    ],
    ['a missing file', () => [join(folder, 'none.json')], /^There is no file .*none\.json\.$/],
    [
      'a file of 10 MB',
      () => [file('big.json', ' '.repeat(10_000_000))],
      /big\.json: The scenario is too long: 9766 kB; at most 256 kB are read\.$/,
    ],
    [
      'a file with a value out of range',
      () => [file('range.json', { ...story.scenario, settings: { clients: 0 } })],
      /range\.json: settings\.clients must be a whole number from 1 to 9, not 0\.$/,
    ],
    ['a link cut in half', () => [`#${link.slice(0, link.length / 2)}`], /^The link is damaged: /],
  ];

  it.concurrent.each(rows)('%s', async (_, args, message) => {
    const { status, out, errors } = await play(...args());
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(errors).toMatch(/^[^\n]+\n$/);
    expect(errors.trimEnd()).toMatch(message);
  });

  it('says it in Chinese where that is asked for', async () => {
    const { status, errors } = await play('20z', '--lang', 'zh');
    expect(status).toBe(2);
    expect(errors).toMatch(/^没有 20z；这个故事有 20、20b/);
  });
});

describe('on real Redis', () => {
  const env = { ...process.env, REDIS_URLS: 'redis://127.0.0.1:1' };

  it('says what is wrong where there is none, prints nothing else, and gives exit 1', async () => {
    const played = await run(process.execPath, [tsx, join(root, 'src/cli/play.ts'), '20', '--live'], root, env);
    expect(played).toMatchObject({ status: 1, out: '' });
    expect(played.errors).toContain('REDIS_URLS');
    expect(played.errors.trimEnd().split('\n')).toHaveLength(1);
  });

  it('is offered in the usage, and takes no value', async () => {
    expect((await play('--help')).out).toContain('--live');
    expect(await play('20', '--live=yes')).toMatchObject({ status: 2, out: '' });
  });
});
