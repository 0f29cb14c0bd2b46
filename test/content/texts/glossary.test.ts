// Every visible text follows the glossary: a term has one name in each language.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { parseGlossary, placeOfType, type Term } from '../../../src/cli/glossary';
import { findingsIn } from './glossary';
import { textsOf, visibleTexts } from './visibleTexts';
import '../../support/handIn';

const glossary = parseGlossary(readFileSync(join(root, 'src/content/texts/GLOSSARY.md'), 'utf8'));
const all = visibleTexts();

const findings = (path: string, content: string) => findingsIn(glossary, textsOf(path, content));

test('no visible text says what the glossary forbids', () => {
  expect(findingsIn(glossary, all)).toEqual([]);
});

test('texts of every kind are read', () => {
  const places = all.map(({ place }) => place);
  for (const part of [
    'src/content/texts/zh/page.ts',
    'src/content/stories/index.ts',
    'src/core/locks/redlock/settings.ts',
    'src/cli/words.ts',
    'src/web/',
    'scripts/start.mjs',
  ])
    expect(
      places.some((place) => place.startsWith(part)),
      part,
    ).toBe(true);
  for (const part of ['public/examples/zh.html', 'learn/index.html', 'README.md', 'src/redlock/docs/tls.md'])
    expect(
      places.some((place) => place.startsWith(part)),
      part,
    ).toBe(true);
  expect(all.length).toBeGreaterThan(5000);
});

describe('the glossary', () => {
  it('has each term once', () => {
    const terms = glossary.terms.flatMap(({ en }) => en.split(', '));
    expect(terms.length).toBeGreaterThan(80);
    expect(terms.filter((term, index) => terms.indexOf(term) < index)).toEqual([]);
  });

  it('names types that there are', () => {
    const isExported = (term: Term): boolean => {
      const { file, name } = placeOfType(term);
      return new RegExp(`^export [a-z ]+\\*? ${name}\\b`, 'm').test(readFileSync(join(root, file), 'utf8'));
    };
    expect(glossary.terms.filter((term) => term.type !== '' && !isExported(term))).toEqual([]);
  });

  it('does not forbid its own terms', () => {
    const terms = glossary.terms.flatMap(({ en, zh }) => [en, zh]);
    expect(
      findingsIn(
        glossary,
        terms.map((text) => ({ place: text, text })),
      ),
    ).toEqual([]);
  });

  it('is refused when a cell is empty', () => {
    expect(() => parseGlossary('| lock |  | what is held |  | `latch` |')).toThrow('empty cell: lock');
  });
});

describe('a planted phrase is found, with what to say instead:', () => {
  it.each([
    [
      'in a string',
      'src/content/texts/en/page.ts',
      "const a = 'Waits for ever.';",
      '“Waits for ever.” says “for ever”; say “forever”',
    ],
    [
      'in a template',
      'src/core/narrate/en/a.ts',
      `const a = \`the key of ${'$'}{b} stands\`;`,
      'says “key … stands”; say “be current, be still there”',
    ],
    ['in a label', 'src/core/locks/a.ts', "const a = { en: 'Tries' };", 'says “[tries]”; say “attempt”'],
    ['in the text of an element', 'src/web/View.tsx', 'const a = <p>See it mended</p>;', 'says “mended”; say “fix”'],
    [
      'in a page, over a line break',
      'public/examples/a.html',
      '<p>It waits\n for\n ever.</p>',
      ':1: “It waits for ever.” says',
    ],
    ['in the head of a page', 'index.html', '<meta name="description" content="Locks, mended." />', 'says “mended”'],
    [
      'in a document',
      'README.md',
      'Some text\nall the\nsame.',
      'README.md:1: “Some text all the same.” says “all the same”',
    ],
    ['in Chinese', 'src/content/texts/zh/page.ts', "const a = '裁决';", '“裁决” says “裁决”; say “判定”'],
    ['a second word for a pause', 'src/content/stories/a.ts', "const a = '暂停之后';", 'says “暂停”; say “停顿”'],
    [
      'of a fault that strikes',
      'src/live/server/a.ts',
      "const a = 'faults of clocks cannot strike.';",
      'says “cannot strike”; say “a fault happens',
    ],
  ])('%s', (_, path, content, finding) => {
    expect(findings(path, content).join('\n')).toContain(finding);
  });

  it.each([
    ['a comment', 'src/web/a.ts', '// It waits for ever.\nact();'],
    ['an id', 'src/core/locks/a.ts', "const a = { id: 'for-ever' };"],
    ['a look at the run', 'src/content/texts/en/a.ts', "const a = 'Look at the run.';"],
    ['a client that stands in line', 'src/content/stories/a.ts', "const a = 'Client 2 stands in line.';"],
    ['a clock that stands still', 'src/content/stories/a.ts', "const a = 'Its monotonic clock stands still.';"],
    ['a client that tries', 'src/content/texts/en/a.ts', "const a = 'Client 1 tries to get the lock.';"],
    ['a question', 'src/content/stories/a.ts', "const a = 'Who came first?';"],
    ['a label with a verb', 'src/core/locks/a.ts', "const a = { en: 'Measures with' };"],
    ['a mark of the storage', 'src/content/stories/a.ts', "const a = 'The mark of client 1 is gone.';"],
    ['code in a document', 'README.md', '```\nfor ever\n```\nand `for ever`'],
    [
      'the words of an article',
      'src/content/stories/a.ts',
      "const a = { claim: { quote: 'Between look and deed.' } };",
    ],
  ])('not %s', (_, path, content) => {
    expect(findings(path, content)).toEqual([]);
  });
});
