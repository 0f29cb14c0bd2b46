// Turns the house rules into a test: depth of folders, first comments, texts, purity.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';
import { clashingModules, houseRules, type SourceFile } from './support/houseRules';

const binary = /\.(png|jpe?g|gif|ico|woff2?|zip|gz)$/;

/** Files that git tracks or would track: what a build leaves in an ignored folder need not follow the house rules. */
function listFiles(folder: string): readonly string[] {
  const asked = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { status, stdout } = spawnSync('git', asked, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) return filesWithoutGit(folder);
  // In the middle of a merge, git lists a file once for each side.
  const paths = new Set(stdout.split('\0'));
  return [...paths].filter((path) => path !== '' && existsSync(join(folder, path)));
}

/** In an unpacked archive there is no git to ask, and `.gitignore` names what to leave out. */
function filesWithoutGit(folder: string): readonly string[] {
  const ignored = readFileSync(join(folder, '.gitignore'), 'utf8').split('\n');
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => ignored.includes(`${part}/`)));
}

const files: readonly SourceFile[] = listFiles(root)
  .filter((path) => !path.endsWith('package-lock.json') && !binary.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const code = '// Knows a thing.\n';

/** For each rule, a file that breaks it and a nearly equal file that follows it. */
const samples: readonly { readonly rule: string; readonly broken: SourceFile; readonly kept: SourceFile }[] = [
  {
    rule: 'styleSheet',
    broken: { path: 'src/web/a.css', text: '  font: 12px / 1.4 var(--mono);' },
    kept: { path: 'src/web/a.css', text: '  font: 600 var(--text) / 18px var(--mono);' },
  },
  {
    rule: 'styleSheet',
    broken: { path: 'src/web/a.css', text: '  font-size: max(var(--text), 1.35vw);' },
    kept: { path: 'src/web/a.css', text: '  font-size: max(var(--text), 0.9em);' },
  },
  {
    rule: 'styleSheet',
    broken: { path: 'src/web/a.css', text: '  padding: 0 12px;' },
    kept: { path: 'src/web/a.css', text: '  padding: 0 var(--space-5) 20px;' },
  },
  {
    rule: 'folderDepth',
    broken: { path: 'src/web/a/b/c/d/e.ts', text: code },
    kept: { path: 'src/web/a/b/d.ts', text: code },
  },
  {
    rule: 'firstComment',
    broken: { path: 'src/core/sim/time.ts', text: 'export const a = 1;' },
    kept: { path: 'src/core/sim/time.ts', text: '// Knows time.' },
  },
  {
    rule: 'machinePath',
    broken: { path: 'README.md', text: `see ${['', 'work', 'main'].join('/')}` },
    kept: { path: 'README.md', text: 'read/work/write' },
  },
  {
    rule: 'determinism',
    broken: { path: 'src/core/sim/a.ts', text: 'const a = Math.log(2);' },
    kept: { path: 'src/core/sim/a.ts', text: 'const a = Math.floor(2);' },
  },
  {
    rule: 'determinism',
    broken: { path: 'src/core/sim/a.ts', text: 'const a = b.toLocaleString();' },
    kept: { path: 'src/web/a.ts', text: 'const a = b.toLocaleString();' },
  },
  {
    rule: 'proseInLogic',
    broken: { path: 'src/core/sim/clock.ts', text: `const late = { en: \`At \${at}.\`, zh: \`在 \${at}。\` };` },
    kept: { path: 'src/core/sim/clockProblems.ts', text: `const late = { en: \`At \${at}.\`, zh: \`在 \${at}。\` };` },
  },
  {
    rule: 'proseInLogic',
    broken: { path: 'src/core/sim/a.ts', text: "const a = { en: b ? 'Late' : c, zh: c };" },
    kept: { path: 'src/core/sim/a.ts', text: 'const a = { en: b ? d : c, zh: c };' },
  },
  {
    rule: 'proseInLogic',
    broken: { path: 'src/core/clients/a.ts', text: "const a = { problem: { en: 'Late', zh: '晚' } };" },
    kept: { path: 'src/core/clients/a.ts', text: "const a = { label: { en: 'Late', zh: '晚' } };" },
  },
  {
    rule: 'proseInLogic',
    broken: {
      path: 'src/core/clients/a.ts',
      text: `const a = { label: { en: \`Late by \${b}\`, zh: \`晚 \${b}\` } };`,
    },
    kept: {
      path: 'src/core/faults/fields.ts',
      text: `const a = { label: { en: \`Late by \${b}\`, zh: \`晚 \${b}\` } };`,
    },
  },
  {
    rule: 'kindOfExercise',
    broken: { path: 'src/web/learn/Card.tsx', text: "if (one.kind === 'predict') return null;" },
    kept: { path: 'src/web/learn/kinds/predict.tsx', text: "if (one.kind === 'predict') return null;" },
  },
];

describe('every file keeps to the house rule', () => {
  test.each(Object.entries(houseRules))('%s', (_name, rule) => {
    expect(files.flatMap(rule)).toEqual([]);
  });

  test('and the test has read the files', () => {
    const paths = files.map(({ path }) => path);
    expect(paths).toContain('src/core/model/values/time.ts');
    expect(paths).toContain('scripts/start.mjs');
  });

  test.each(['with git', 'from an archive'])('and not what a build left in an ignored folder, %s', (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'house-rules-'));
    cpSync(join(root, '.gitignore'), join(folder, '.gitignore'));
    for (const path of ['lib/redlock.js', 'src/new.ts']) {
      mkdirSync(join(folder, path, '..'));
      writeFileSync(join(folder, path), '');
    }
    if (kind === 'with git') spawnSync('git', ['init', '--quiet'], { cwd: folder });
    expect([...listFiles(folder)].sort()).toEqual(['.gitignore', 'src/new.ts']);
    rmSync(folder, { recursive: true });
  });
});

test('no two modules are told apart by case or extension alone', () => {
  expect(clashingModules(files.map(({ path }) => path))).toEqual([]);
  const planted = ['src/web/ownRun.ts', 'src/web/OwnRun.tsx', 'src/web/OwnRun.module.css', 'src/core/sim/ownRun.ts'];
  expect(clashingModules(planted)).toEqual([
    'src/web/ownRun.ts and src/web/OwnRun.tsx are one module where case does not count',
  ]);
});

test.each(samples)('the rule $rule finds what breaks it: $broken.path', ({ rule, broken, kept }) => {
  expect(houseRules[rule]?.(broken)).toHaveLength(1);
  expect(houseRules[rule]?.(kept)).toEqual([]);
});

test('every rule has a sample that breaks it', () => {
  expect(new Set(samples.map(({ rule }) => rule))).toEqual(new Set(Object.keys(houseRules)));
});
