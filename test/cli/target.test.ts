// A typed command becomes a command and a scenario, or one message that says what is wrong: all cases, without a
// process.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCommand } from '../../src/cli/arguments';
import { withLock } from '../../src/cli/changed';
import { loadTarget } from '../../src/cli/target';
import { stories } from '../../src/content/stories';
import { encodeLink } from '../../src/core/model/links/link';
import { applyPatch } from '../../src/core/model/scenario/patch';
import { defaultSettings, type Scenario } from '../../src/core/model/scenario/scenario';
import { loadStory, type Story } from '../../src/core/model/scenario/story';
import { parts } from '../../src/core/run/parts';

describe('the words behind play', () => {
  it('are a command', () => {
    expect(parseCommand(['20b', '--seed', '7', '--lang', 'zh', '--json'])).toEqual({
      ok: true,
      command: { kind: 'play', target: '20b', seed: 7, isJson: true, isLive: false, language: 'zh' },
    });
    expect(parseCommand(['--seed=0', '4:fix'])).toMatchObject({ command: { target: '4:fix', seed: 0, isJson: false } });
    expect(parseCommand(['20'])).toMatchObject({ command: { kind: 'play', seed: undefined, language: 'en' } });
    expect(parseCommand(['--lock', 'redsync'])).toMatchObject({ command: { target: null, lock: 'redsync' } });
    expect(parseCommand(['--list'])).toEqual({ ok: true, command: { kind: 'list', language: 'en' } });
    expect(parseCommand(['-h'])).toEqual({ ok: true, command: { kind: 'help', language: 'en' } });
  });

  const rows: readonly (readonly [words: readonly string[], message: string])[] = [
    [[], 'What should be played? Give a story, a scenario file or a link; --list lists the stories.'],
    [[''], 'What should be played? Give a story, a scenario file or a link; --list lists the stories.'],
    [['20', '21'], 'Please give one story, scenario file or link at a time.'],
    [['20', '--list'], 'Please give one story, scenario file or link at a time.'],
    [
      ['20', '--sed', '4'],
      'There is no option --sed; the options are --lock, --seed, --json, --live, --list, --lang, --help.',
    ],
    [['20', '-x'], 'There is no option -x; the options are --lock, --seed, --json, --live, --list, --lang, --help.'],
    [['20', '--seed', '-1'], '--seed must be a whole number from 0 to 4294967295, not "-1".'],
    [['20', '--seed=4294967296'], '--seed must be a whole number from 0 to 4294967295, not "4294967296".'],
    [['20', '--seed', '1.5'], '--seed must be a whole number from 0 to 4294967295, not "1.5".'],
    [['20', '--seed', '1e3'], '--seed must be a whole number from 0 to 4294967295, not "1e3".'],
    [['20', '--seed='], '--seed must be a whole number from 0 to 4294967295, not "".'],
    [['20', '--seed'], '--seed must be a whole number from 0 to 4294967295.'],
    [['20', '--lang', 'fr'], '--lang must be one of en, zh, not "fr".'],
    [['20', '--lang'], '--lang must be one of en, zh.'],
    [['20', '--json=yes'], '--json takes no value.'],
    [['20', '--lock'], '--lock takes the name of a lock or library.'],
    [['20', '--lock='], '--lock takes the name of a lock or library.'],
  ];
  it.each(rows)('%j are refused', (words, message) => {
    const parsed = parseCommand(words);
    expect(parsed.ok ? 'ok' : parsed.problem.en).toBe(message);
  });
});

describe('the name of a lock', () => {
  const scenario: Scenario = {
    version: 2,
    seed: 1,
    lock: { id: 'redlock' },
    storage: { id: 'no-check' },
    settings: defaultSettings,
    faults: {},
  };
  /** The library, or the refusal. */
  const storyOf = (name: string): string | undefined => {
    const loaded = withLock(scenario, name);
    return loaded.ok ? loaded.scenario.lock.profile : loaded.problem.en;
  };

  it.each([['redsync'], ['redlock:redsync']])('%s is a library', (name) => {
    expect(storyOf(name)).toBe('redsync');
  });

  it.each([
    ['redsnyc', 'redsync'],
    ['Redsync', 'redsync'],
    ['node-redlock', 'node-redlock-5'],
    ['ShedLock', 'shedlock'],
  ])('%s is near %s, and refused', (name, near) => {
    expect(storyOf(name)).toMatch(`There is no lock "${name}". Did you mean "${near}"? There are single-node, `);
  });

  it.each([['__proto__'], ['constructor'], ['redlock:__proto__'], ['redisson:redsync'], [':'], ['x'.repeat(2e6)]])(
    '%.20s is none',
    (name) => {
      expect(storyOf(name)).toContain(`There is no lock "${name}".`);
    },
  );
});

describe('a target', () => {
  let folder: string;
  let story: Story;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'target-'));
    const entry = stories.find(({ number }) => number === '20');
    if (entry === undefined) throw new Error('There is no story 20.');
    story = await loadStory(entry);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Writes a scenario (or any text) to a file and returns its path. */
  function file(name: string, content: unknown): string {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
    return path;
  }
  const base = () => ({ id: story.id, scenario: story.scenario });

  /** Takes no room on the disk. */
  function hollow(name: string, size: number): string {
    const path = file(name, '');
    truncateSync(path, size);
    return path;
  }

  function pipe(): string {
    const path = join(folder, 'pipe.json');
    execFileSync('mkfifo', [path]);
    return path;
  }

  it.each([['20'], ['20a'], ['20:a'], ['pause-before-write']])('%s is the story itself', async (words) => {
    expect(await loadTarget(words)).toEqual({
      ok: true,
      scenario: story.scenario,
      story: { story, variantId: undefined, scenario: story.scenario },
    });
  });

  it.each([['b'], [':b']])('a variant stands behind the number: 20%s', async (words) => {
    const variant = story.variants.find(({ id }) => id === 'b');
    expect(await loadTarget(`20${words}`)).toMatchObject({
      scenario: applyPatch(story.scenario, variant?.patch ?? {}),
    });
  });

  it('may be a file with a byte order mark, whatever it is called', async () => {
    const path = file('scenario', `\uFEFF${JSON.stringify(story.scenario)}`);
    expect(await loadTarget(path)).toEqual({ ok: true, scenario: story.scenario, story: null });
  });

  it('may be an address, a hash, or what stands behind it', async () => {
    const link = encodeLink(story.scenario, { parts, base: base() });
    for (const text of [`https://example.org/a/b/?x=1#${link}`, `#${link}`, link]) {
      expect(await loadTarget(text)).toEqual({ ok: true, scenario: story.scenario, story: null });
    }
  });

  const withSettings = (settings: unknown) => ({ ...story.scenario, settings });
  const nodeI = { kind: 'restart', process: 'nodeI', when: { kind: 'time', at: 1 } };
  type Row = readonly [what: string, target: () => string, message: string | RegExp];
  const withoutSize: readonly Row[] = [
    ['a file of the system, which tells no size', () => '/proc/self/status', /status: This is not JSON: /],
    ['a long one of them', () => '/proc/kallsyms', /: The scenario is too long: > 1025 kB; at most 256 kB are read\.$/],
  ];
  const ofTheSystem = withoutSize.filter(([, path]) => existsSync(path()));
  const rows: readonly Row[] = [
    [
      'an unknown story',
      () => 'pause-after-lunch',
      '"pause-after-lunch" is not a story, file or link. The command play --list lists the stories.',
    ],
    [
      'an unknown number',
      () => '999',
      '"999" is not a story, file or link. The command play --list lists the stories.',
    ],
    [
      'words that nothing is called',
      () => 'Hello, world',
      '"Hello, world" is not a story, file or link. The command play --list lists the stories.',
    ],
    ['an unknown variant', () => '20z', /^There is no 20z; this story has 20, 20b/],
    ['a missing file', () => join(folder, 'none.json'), /^There is no file .*none\.json\.$/],
    ['a folder', () => `${folder}/`, /is a folder\.$/],
    ['no JSON', () => file('text.json', 'clients: 2'), /text\.json: This is not JSON: /],
    ['a device without end', () => '/dev/zero', '/dev/zero is a device, a pipe or a socket. Only files are read.'],
    ['a pipe that nobody writes into', pipe, /pipe\.json is a device, a pipe or a socket\./],
    ...ofTheSystem,
    [
      'a file of 500 MB',
      () => hollow('long.json', 500_000_000),
      /long\.json: The scenario is too long: 488282 kB; at most 256 kB are read\.$/,
    ],
    [
      'UTF-16 with a mark',
      () => file('utf16.json', Buffer.from(`\uFEFF${JSON.stringify(story.scenario)}`, 'utf16le')),
      /utf16\.json: The file is written in UTF-16\. Only UTF-8 is read: save it as UTF-8\.$/,
    ],
    [
      'bytes that are no UTF-8',
      () => file('latin1.json', Buffer.from('{"faults": {"pausé": 1}}', 'latin1')),
      /latin1\.json: The file is no text in UTF-8\./,
    ],
    [
      'a field that is there twice',
      () => file('twice.json', '{\n  "version": 2,\n  "seed": 1, "seed": 2\n}'),
      /twice\.json: Line 3, column 14: the field "seed" is there twice\. Only one of them can count\.$/,
    ],
    [
      'a number that is too large',
      () => file('large.json', '{"version": 2, "seed": 1e999}'),
      /large\.json: Line 1, column 24: 1e999 is too large for a number\.$/,
    ],
    [
      'an unknown field',
      () => file('typo.json', withSettings({ clinets: 2 })),
      /typo\.json: settings\.clinets is unknown: there is no field "clinets" here; allowed: clients, /,
    ],
    ['two things', () => file('two.json', withSettings({ clients: 0, rounds: 0 })), /not 0\. \(and 1 more\)$/],
    [
      'a fault without target',
      () => file('fault.json', { ...story.scenario, faults: { late: nodeI } }),
      /faults\.late: There is no Redis I in this scenario/,
    ],
    [
      'a check without token',
      () => file('token.json', { ...story.scenario, storage: { id: 'fencing' } }),
      /has none; give it a counter, or choose another storage\.$/,
    ],
    [
      'a link of a later version',
      () => 'https://example.org/#v9.AAAA',
      'The link was made by another version of the playground (v9); this one reads v1.',
    ],
    [
      'an address without a link',
      () => 'https://example.org/',
      'This is not a playground link: after the # it should begin with “v1.”.',
    ],
    [
      'a link out of range',
      () => `#${encodeLink({ ...story.scenario, seed: -5 }, { parts, base: base() })}`,
      'The link holds a scenario that cannot be run. seed must be a whole number from 0 to 4294967295, not -5.',
    ],
  ];
  it.each(rows)('is refused: %s', async (_, target, message) => {
    const loaded = await loadTarget(target());
    expect(loaded).toMatchObject({ ok: false, problem: { zh: expect.stringMatching(/[\u4e00-\u9fff]/) } });
    if (loaded.ok) return;
    if (typeof message === 'string') expect(loaded.problem.en).toBe(message);
    else expect(loaded.problem.en).toMatch(message);
  });
});

async function story20() {
  const loaded = await loadTarget('20');
  if (!loaded.ok) throw new Error(loaded.problem.en);
  return loaded.scenario;
}

describe('another lock', () => {
  const of = async (target: string | null, name: string) => {
    const loaded = await loadTarget(target);
    if (!loaded.ok) throw new Error(loaded.problem.en);
    return withLock(loaded.scenario, name);
  };

  it('has the lease of the one before, and a library the rest of its own', async () => {
    const loaded = await of('20', 'redsync');
    expect(loaded.ok && loaded.scenario.lock).toMatchObject({
      id: 'redlock',
      profile: 'redsync',
      settings: { ttl: 2000, goesOn: 'all', nodeTimeout: 400 },
    });
  });

  it('is every lock and every library, in a scenario without a story', async () => {
    for (const name of [...parts.locks.keys(), ...parts.profiles.keys()])
      expect(await of(null, name), name).toMatchObject({ ok: true });
  });

  it('keeps the faults of its story, also those at a step that it does not have', async () => {
    const loaded = await of('20', 'etcd');
    expect(loaded.ok && Object.keys(loaded.scenario.faults)).toEqual(Object.keys((await story20()).faults));
  });
});
