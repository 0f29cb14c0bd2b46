// From a claim to its proof: each fact has a rule whose function is in the named file, the report says what is
// needed, and no address is invented.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { repositoryAddress } from '../../scripts/repositoryAddress.mjs';
import { howDecidedWords } from '../../src/content/texts/howDecided';
import { workAfterEnd } from '../../src/core/judge/afterEnd';
import { type Evidence, evidenceOf } from '../../src/core/judge/evidence';
import { overlappingPairs } from '../../src/core/judge/overlap';
import { silentWaits } from '../../src/core/judge/silence';
import { starvations } from '../../src/core/judge/starvation';
import { stuckLock } from '../../src/core/judge/stuck';
import { stuckMark } from '../../src/core/judge/stuckMark';
import { tooShort } from '../../src/core/judge/tooShort';
import { refusesHolder } from '../../src/core/judge/writes';
import { dataFacts, lockFacts } from '../../src/core/model/trace/outcome';
import { parts } from '../../src/core/run/parts';
import { writesNeeded } from '../../src/core/spans/resourceEvents';
import { functionIn } from '../../src/web/code/functionIn';
import { issueAddress, type Reported, reportText } from '../../src/web/howDecided/report';
import { dataRuleOf, dataSources, type LockRule, lockRuleOf, lockSources } from '../../src/web/howDecided/rules';
import { show, useDialog } from '../../src/web/state/dialog';
import { knownRun } from '../content/stories/knownRun';
import { storyVersions } from '../content/stories/storyVersions';
import '../support/handIn';

const src = join(import.meta.dirname, '../../src');
const read = (file: string): string => readFileSync(join(src, file), 'utf8');

/** Every function and class at the top level, as the compiler finds it: its first and last line, from 0. */
function declared(file: string): readonly (readonly [name: string, line: number, last: number])[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  return source.statements.flatMap((node) => {
    const name = nameOf(node);
    return name === undefined ? [] : [[name, lineAt(node.getStart(source)), lineAt(node.end)] as const];
  });
}

function nameOf(node: ts.Statement): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return node.name?.text;
  return ts.isVariableStatement(node) ? node.declarationList.declarations[0]?.name.getText() : undefined;
}

const judgeFiles = readdirSync(join(src, 'core/judge')).filter((name) => name.endsWith('.ts'));

describe('a function in its source', () => {
  test.each(judgeFiles)('is found where the compiler finds it: %s', (name) => {
    const file = `core/judge/${name}`;
    for (const [called, line, last] of declared(file))
      expect(functionIn(read(file), called), called).toMatchObject({ line, to: last + 1 });
  });

  test('is shown with the comment above it, and not found under another name', () => {
    const source = '// Knows.\n\n/**\n * Why.\n */\nexport const a = 1;\n\nfunction b() {\n\n  return 1;\n}\n';
    expect(functionIn(source, 'a')).toEqual({ line: 5, from: 2, to: 6 });
    expect(functionIn(source, 'b')).toEqual({ line: 7, from: 7, to: 11 });
    expect(functionIn(source, 'c')).toBe(null);
  });
});

describe('the rules', () => {
  const rules = { ...lockSources, ...dataSources };

  test.each(Object.entries(rules))('%s names functions that there are', (_rule, sources) => {
    expect(sources.length).toBeGreaterThan(0);
    for (const { file, name } of sources) expect(functionIn(read(file), name), `${file} ${name}`).not.toBe(null);
  });

  test('there is one for each fact of the lock and of the data', () => {
    for (const lock of lockFacts) expect(lockSources).toHaveProperty(lockRuleOf({ lock, data: 'safe', facts: [] }));
    for (const data of dataFacts)
      expect(dataSources).toHaveProperty(dataRuleOf({ lock: 'held', data, facts: [] }, false));
  });

  /** Whether the first function shown for a rule says that it applies. Null: only the order says so. */
  const applies: Readonly<Record<LockRule, ((evidence: Evidence) => boolean) | null>> = {
    overlap: (evidence) => overlappingPairs(evidence).length > 0,
    stuckKey: (evidence) => stuckLock(evidence) !== null,
    stuckMark: (evidence) => stuckMark(evidence) !== null,
    silent: (evidence) => silentWaits(evidence).length > 0,
    unavailable: (evidence) => starvations(evidence).length > 0,
    expired: (evidence) => workAfterEnd(evidence).length > 0,
    rightful: refusesHolder,
    held: null,
    short: (evidence) => tooShort(evidence) !== null,
    late: null,
    unproven: null,
  };

  test('in all tellings of the stories, the function that is shown says that its rule applies', () => {
    const found = new Set<string>();
    for (const version of storyVersions) {
      const { name } = version;
      const { trace, verdict } = knownRun(version.scenario);
      const rule = lockRuleOf(verdict);
      expect(applies[rule]?.(evidenceOf(trace, parts)) ?? true, `${name}: ${rule}`).toBe(true);
      found.add(rule).add(dataRuleOf(verdict, writesNeeded(trace) > 1));
    }
    const ofLock = ['overlap', 'stuckKey', 'stuckMark', 'silent', 'unavailable', 'expired', 'rightful', 'held'];
    const ofData = ['torn', 'twice', 'lost', 'lostReplicas', 'refused', 'lucky', 'safe'];
    expect([...found].sort()).toEqual([...ofLock, ...ofData].sort());
  });

  test('a system that has fallen silent is decided by its own rule', () => {
    const starved = { kind: 'starved', who: ['client1'], from: 0, to: 1, values: { micros: 1, isSilent: 1 } } as const;
    expect(lockRuleOf({ lock: 'stuck', data: 'safe', facts: [starved] })).toBe('silent');
  });

  test('an unknown outcome is decided by what left it open', () => {
    const open = { lock: 'unknown', data: 'unknown', facts: [] } as const;
    const rulesOf = (unknownBecause: 'short' | 'late' | 'failed') => [
      lockRuleOf({ ...open, unknownBecause }),
      dataRuleOf({ ...open, unknownBecause }, false),
    ];
    expect(rulesOf('short')).toEqual(['short', 'unproven']);
    expect(rulesOf('late')).toEqual(['late', 'late']);
    expect(rulesOf('failed')).toEqual(['unproven', 'unproven']);
  });
});

const reported: Reported = {
  story: '20 A pause outlives the lock',
  isChanged: false,
  article: { source: 'The debate', quote: '网络延迟' },
  link: 'https://play.example/#v1.abc',
  isLive: false,
  lock: 'Redlock · TTL 2000 ms',
  check: 'No check',
  faults: ['Client 1 pauses · for 2.9 s'],
  headline: 'An update was lost',
  sentence: 'The storage accepted it.',
  pair: {
    lock: { text: 'Lock: two holders at once, for 636 ms', tone: 'amber' },
    data: { text: 'Data: an update was lost', tone: 'red' },
  },
  verdict: { outcome: 'lost', lock: 'overlap', data: 'lost' },
  rules: ['src/core/judge/overlap.ts:22 overlappingPairs'],
  versions: { playground: '0.1.0', scenario: 2, trace: 2 },
  languages: { page: 'en', browser: 'de' },
};

describe('the report', () => {
  test('names story, article, link, settings, faults, facts, rules, versions and languages', () => {
    expect(reportText(reported, howDecidedWords.en)).toMatchInlineSnapshot(`
      "What is wrong: …

      Story: 20 A pause outlives the lock
      Article: The debate
        “网络延迟”
      Link to this run: https://play.example/#v1.abc
      Where it ran: simulated in the browser
      Lock: Redlock · TTL 2000 ms
      Storage-side check: No check
      Faults:
      - Client 1 pauses · for 2.9 s
      Outcome: An update was lost (lost · overlap · lost)
        Lock: two holders at once, for 636 ms · Data: an update was lost
        The storage accepted it.
      Rules of the judge:
      - src/core/judge/overlap.ts:22 overlappingPairs
      Version: playground 0.1.0, scenario format 2, trace format 2
      Language: page en, browser de"
    `);
  });

  test('says so when the scenario was changed, has no story or no faults, or ran on real Redis', () => {
    const text = (change: Partial<Reported>): string => reportText({ ...reported, ...change }, howDecidedWords.en);
    expect(text({ isChanged: true })).toContain('\n  changed, no longer the original\n');
    expect(text({ story: null, article: null, isChanged: true })).toMatch(/\nStory: none, a scenario of its own\nLink/);
    expect(text({ faults: [] })).toContain('\nFaults:\n  none\n');
    expect(text({ isLive: true })).toContain('on real Redis');
  });

  test('has the same lines in Chinese', () => {
    const [english, chinese] = [howDecidedWords.en, howDecidedWords.zh].map((words) =>
      reportText(reported, words).split('\n'),
    );
    expect(chinese).toHaveLength(english?.length ?? 0);
    expect(chinese?.join('\n')).toContain(reported.link);
  });
});

describe('the address of the project', () => {
  test('is taken from the build, whole and with a slash at its end', () => {
    expect(repositoryAddress('https://example.org/owner/project')).toBe('https://example.org/owner/project/');
    expect(repositoryAddress(undefined)).toBe('');
    expect(repositoryAddress('')).toBe('');
  });

  test.each([
    'http://example.org/owner/project',
    'javascript:alert(1)//https://example.org',
    'data:text/html,hello',
    '//example.org/owner',
    'example.org/owner',
    'https://name:word@example.org/owner',
    'https://example.org/owner?next=https://elsewhere.example',
    'https://example.org/owner#part',
    'https://',
  ])('ends the build when it is not one: %s', (given) => {
    expect(() => repositoryAddress(given)).toThrow('REPOSITORY_URL');
  });

  test('leaves nothing of a hostile address that could end an attribute or a string', () => {
    expect(repositoryAddress('https://example.org/"><script>alert(1)</script>')).not.toMatch(/["<>]/);
  });
});

describe('the address of a new issue', () => {
  const cut = '(cut)';
  const repository = 'https://example.org/owner/project/';
  const parts = (address: string | null) => {
    const { origin, pathname, searchParams } = new URL(address ?? '');
    return { page: `${origin}${pathname}`, title: searchParams.get('title'), body: searchParams.get('body') };
  };

  test('there is none without the address of the project', () => {
    expect(issueAddress('', { title: 'a', body: 'b', cut })).toBe(null);
  });

  test('has title and body, whatever they hold', () => {
    const body = 'a & b = c # d\n“锁” <script>?';
    expect(parts(issueAddress(repository, { title: 'one & two', body, cut }))).toEqual({
      page: 'https://example.org/owner/project/issues/new',
      title: 'one & two',
      body,
    });
  });

  test('leaves whole lines out of a body that is too long, and says so', () => {
    const link = `Link: https://play.example/#v1.${'x'.repeat(20_000)}`;
    const address = issueAddress(repository, { title: '锁'.repeat(500), body: `first\n${link}\nlast`, cut });
    expect(address?.length).toBeLessThanOrEqual(6000);
    expect(parts(address)).toMatchObject({ title: '锁'.repeat(120), body: 'first\nlast\n\n(cut)' });
  });
});

describe('the sheet in the address', () => {
  const opened = (open: boolean, search: string): string => {
    let replaced = '';
    const address = {
      page: () => 'https://play.example/',
      search: () => search,
      hash: () => '#v1.abc',
      replace: (to: string) => {
        replaced = to;
      },
    };
    show(open ? 'proof' : null, address);
    expect(useDialog.getState().open).toBe(open ? 'proof' : null);
    return replaced;
  };

  test('is named while it is open, and everything else stays', () => {
    expect(opened(true, '')).toBe('https://play.example/?proof=1#v1.abc');
    expect(opened(true, '?story=20&variant=b')).toBe('https://play.example/?story=20&variant=b&proof=1#v1.abc');
    expect(opened(false, '?story=20&proof=1')).toBe('https://play.example/?story=20#v1.abc');
    expect(opened(false, '?proof=1')).toBe('https://play.example/#v1.abc');
  });
});
