// The command line as a person uses it: in this process, and twice as the program that npm starts.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { play as command } from '../../src/cli/playCommand';
import { stories } from '../../src/content/stories';
import { encodeLink } from '../../src/core/model/links/link';
import { loadStory, type Story } from '../../src/core/model/scenario/story';
import { dataFacts, lockFacts } from '../../src/core/model/trace/outcome';
import { severities } from '../../src/core/model/trace/severity';
import { parts } from '../../src/core/run/parts';
import { storyVersionOf } from '../content/stories/storyVersions';
import { byNight, sampled } from '../support/nightly';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Played {
  readonly status: number;
  readonly out: string;
  readonly errors: string;
}

const playedBefore = new Map<string, Promise<Played>>();

/** What was played before is not played again: to say since when it was too late takes seconds. */
function play(...args: string[]): Promise<Played> {
  const key = JSON.stringify(args);
  const played = playedBefore.get(key) ?? playIn(process.env, ...args);
  playedBefore.set(key, played);
  return played;
}

async function playIn(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Played> {
  let out = '';
  let errors = '';
  const status = await command(args, {
    out: (text) => {
      out += text;
    },
    called: 'npm run -s play --',
    errors: (text) => {
      errors += text;
    },
    environment,
  });
  return { status, out, errors };
}

const isWindows = process.platform === 'win32';

function spawned(program: string, args: readonly string[]): Promise<Played> {
  // On Windows npm is a script, which only a shell finds.
  const options = { cwd: root, maxBuffer: 50_000_000, shell: isWindows && program === 'npm' };
  return new Promise((resolve) => {
    execFile(program, [...args], options, (error, out, errors) => {
      resolve({ status: error === null ? 0 : Number(error.code), out, errors });
    });
  });
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

let folder: string;
let story: Story;
let link: string;
/** To a run without harm, of which nothing is asked that takes seconds. */
let calmLink: string;

/** Writes a scenario (or any text) to a file and returns its path. */
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
  link = encodeLink(story.scenario, { parts, base: { id: story.id, scenario: story.scenario } });
  calmLink = encodeLink(storyVersionOf('1').scenario, { parts });
});

afterAll(() => rmSync(folder, { recursive: true }));

it('a text of a file never reaches the terminal as it is', async () => {
  const evil = '\u001b]0;owned\u0007\u009b31m\u202e';
  const folder = mkdtempSync(join(tmpdir(), 'redlock-play-'));
  const { scenario } = await loadStory(stories[0] as (typeof stories)[number]);
  const texts = [
    JSON.stringify({ ...scenario, [evil]: 1 }),
    `{"version": ${evil}}`,
    JSON.stringify({
      ...scenario,
      faults: {
        [evil]: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: evil, nth: 1 },
          for: 10,
        },
      },
    }),
    JSON.stringify({
      ...scenario,
      faults: {
        [evil]: { kind: 'pause', process: 'client1', when: { kind: 'time', at: scenario.settings.duration }, for: 10 },
      },
    }),
  ];
  for (const [i, text] of texts.entries()) writeFileSync(join(folder, `${i}.json`), text);
  const targets = [
    ...texts.map((_, i) => join(folder, `${i}.json`)),
    evil,
    `v1.${evil}`,
    `#${evil}`,
    `--${evil}`,
    `${folder}/${evil}.json`,
  ];
  for (const args of targets.flatMap((target) => [[target], [target, '--json'], [target, '--lang', 'zh']])) {
    const { out, errors } = await play(...args);
    expect(`${out}${errors}`).not.toMatch(/[^\P{Cc}\n]|[\u2028-\u202e]/u);
    expect(`${out}${errors}`).not.toBe('');
    if (args.includes('--json') && out !== '') expect(() => JSON.parse(out)).not.toThrow();
  }
  rmSync(folder, { recursive: true, force: true });
});

describe('play', () => {
  it.each(sampled([['20'], ['20a'], ['pause-before-write']], 3))(
    'plays the story %s and ends with its outcome',
    async (words) => {
      const { status, out, errors } = await play(words);
      expect({ status, errors }).toEqual({ status: 0, errors: '' });
      expect(out).toContain(story.title.en);
      expect(lastLine(out)).toBe('outcome: lost');
      expect(out.split('\n').length).toBeGreaterThan(20);
    },
  );

  it.each([
    ['20', ['lock: overlap', 'data: lost', 'outcome: lost']],
    ['22', ['lock: held', 'data: lost', 'outcome: lost']],
    ['20:fix', ['lock: overlap', 'data: refused', 'outcome: overlap']],
    ['33', ['lock: overlap', 'data: twice', 'outcome: twice']],
  ])('says of %s what became of the lock and of the data, above the outcome', async (words, last) => {
    for (const more of byNight([[]], [[], ['--lang', 'zh']])) {
      const { out } = await play(words, ...more);
      expect(out.trimEnd().split('\n').slice(-4)).toEqual(['', ...last]);
    }
  });

  it('plays a variant by number and letter, and by id', async () => {
    const variant = story.variants.find(({ id }) => id === 'b');
    const [byNumber, byId] = await Promise.all([play('20b'), play(`${story.id}:b`)]);
    expect(lastLine(byNumber.out)).toBe(`outcome: ${storyVersionOf('20b').outcome}`);
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
    const fromHash = await play(`#${calmLink}`);
    expect(lastLine(fromHash.out)).toBe('outcome: held');
    expect(await play(`http://127.0.0.1:5180/#${calmLink}`)).toEqual(fromHash);
    expect(lastLine((await play(`#${link}`)).out)).toBe('outcome: lost');
  });

  it('speaks Chinese, and keeps the outcome word', async () => {
    const { out } = await play('20', '--lang', 'zh');
    expect(out).toContain(story.title.zh);
    expect(lastLine(out)).toBe('outcome: lost');
  });

  it('prints scenario, verdict and events as JSON, with another seed where one is given', async () => {
    const { out } = await play('20', '--json', '--seed', '4294967295');
    const printed = JSON.parse(out);
    expect(Object.keys(printed)).toEqual(['scenario', 'verdict', 'late', 'events']);
    expect(printed.scenario).toEqual({ ...story.scenario, seed: 4_294_967_295 });
    expect(severities).toContain(printed.verdict.outcome);
    expect(lockFacts).toContain(printed.verdict.lock);
    expect(dataFacts).toContain(printed.verdict.data);
    expect(printed.events.map((event: { seq: number }) => event.seq)).toEqual(
      printed.events.map((_: unknown, i: number) => i),
    );
    const sent = printed.events.find((event: { kind: string }) => event.kind === 'sent');
    expect(sent).toMatchObject({ process: 'client1', leg: 'request', peer: expect.stringMatching(/^node[A-E]$/) });
    expect(sent.text).toMatch(/^[A-Z]/);
  });

  it('says above the last lines since when it was too late, and what would have been enough', async () => {
    const above = async (...args: string[]): Promise<readonly string[]> =>
      (await play(...args)).out.trimEnd().split('\n').slice(-7, -4);
    const [gap, since, enough] = await above('22');
    expect(gap).toBe('');
    expect(since).toMatch(
      /^Point of no return: 2\.800 s\. Had the message arrived earlier, client 1’s write would have been in before client 2 read\./,
    );
    expect(enough).toMatch(
      /^Any of these would have been enough: storage-side check: .* · “client 1 → the storage delays a request” by at most 1\.475 s\.$/,
    );
    expect((await above('22', '--lang', 'zh'))[1]).toMatch(/^不可挽回的时刻：2\.800 s。/);
    expect((await play('1')).out).not.toContain('Too late');
  });

  it('says that an undecided run is not known to have been too late', async () => {
    const { scenario } = storyVersionOf('7');
    const cut = file('cut.json', { ...scenario, settings: { ...scenario.settings, duration: 2500 } });
    expect((await play(cut)).out).toContain('It is not known whether it was ever too late: the run is undecided.');
    expect(JSON.parse((await play(cut, '--json')).out).late).toBe('not known');
  });

  it('gives both answers as JSON, and null for a run without harm', async () => {
    const { late } = JSON.parse((await play('28', '--json')).out);
    expect(late).toMatchObject({ asked: 'lost', since: 2938, isWhole: true, apart: { asked: 'overlap', since: 2616 } });
    expect(late.spans.at(-1)).toEqual({ from: 2938, to: expect.any(Number), chance: 'too-late' });
    expect(late.decided.worse).toMatchObject({ kind: 'read', process: 'storage', peer: 'client2' });
    expect(late.changes).toContainEqual({
      lever: { of: 'storage', name: 'check', isLuck: false },
      value: 'version',
      ownSeedValue: 'version',
      factor: 1,
      reach: { fault: expect.any(String), upTo: 11_600, isEvery: true },
      isConfirmed: true,
      isTwoInside: false,
    });
    expect(JSON.parse((await play('1', '--json')).out).late).toBeNull();
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

  it('gives outcome, data and title of each in columns', async () => {
    const { out } = await play('--list');
    const row = /^(\S+ +)(\S+ +)(\S+ +)(\S+ +)\S/;
    const widths = out
      .trimEnd()
      .split('\n')
      .map((line) =>
        row
          .exec(line)
          ?.slice(1)
          .map(({ length }) => length),
      );
    expect(new Set(widths.map((each) => each?.join(' '))).size).toBe(1);
    expect(out).toMatch(/^20:fix +pause-before-write:fix +overlap +refused {2}With a fencing token$/m);
  });
});

describe('as a program', () => {
  it('runs by npm from the project, and says the same', async () => {
    const done = await spawned('npm', ['run', '-s', 'play', '--', '1']);
    expect(done).toEqual(await play('1'));
  });

  it('hands on the exit code and the message', async () => {
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
    const done = await spawned(process.execPath, [tsx, join(root, 'src/cli/play.ts'), '20z']);
    expect(done).toEqual(await play('20z'));
    expect(done.status).toBe(2);
  });
});

describe('bad input gives exit 2 and one message', () => {
  const rows: readonly (readonly [what: string, args: () => readonly string[], message: RegExp])[] = [
    ['nothing', () => [], /^What should be played\?/],
    [
      'a seed out of range',
      () => ['20', '--seed', '-1'],
      /^--seed must be a whole number from 0 to 4294967295, not "-1"\.$/,
    ],
    [
      'an unknown story',
      () => ['pause-after-lunch'],
      /^"pause-after-lunch" is not a story, file or link\. The command play --list lists the stories\.$/,
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

  it.each(rows)('%s', async (_, args, message) => {
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
    const played = await playIn(env, '20', '--live');
    expect(played).toMatchObject({ status: 1, out: '' });
    // Windows has none, wherever one looks.
    expect(played.errors).toContain(isWindows ? 'WSL' : 'REDIS_URLS');
    expect(played.errors.trimEnd().split('\n')).toHaveLength(1);
  });

  it('is offered in the usage, and takes no value', async () => {
    expect((await play('--help')).out).toContain('--live');
    expect(await play('20', '--live=yes')).toMatchObject({ status: 2, out: '' });
  });
});
