/** Narrations as the last commit tells them, and how those of the working tree differ: what a failing row prints. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = process.cwd();

/** The text by name and language, such as `20 en`. */
type Narrations = Readonly<Record<string, string>>;

/** Runs the sources of the commit in a process of its own, because this one has loaded those of the working tree. */
function narrationsOfHead(names: readonly string[], folder: string): Narrations {
  execFileSync(
    'git',
    ['archive', '-o', join(folder, 'head.tar'), 'HEAD', 'src', 'test/content/stories', 'package.json', 'tsconfig.json'],
    { cwd: root },
  );
  execFileSync('tar', ['-xf', 'head.tar'], { cwd: folder });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const stories = pathToFileURL(join(folder, 'test/content/stories/')).href;
  const program = `
    const { storyVersions } = await import('${stories}storyVersions.ts');
    const { narrationOf } = await import('${stories}knownRun.ts');
    const asked = storyVersions.filter(({ name }) => ${JSON.stringify(names)}.includes(name));
    const told = asked.flatMap((one) =>
      ['en', 'zh'].map((language) => [one.name + ' ' + language, narrationOf(one, language).join('\\n') + '\\n']));
    process.stdout.write(JSON.stringify(Object.fromEntries(told)));`;
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  return JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], options));
}

/** What `git diff` says of the narrations of HEAD and of these. Empty: they are the same. */
export function differenceFromHead(names: readonly string[], now: Narrations): string {
  const folder = mkdtempSync(join(tmpdir(), 'narrations-'));
  try {
    for (const [side, texts] of Object.entries({ HEAD: narrationsOfHead(names, folder), now })) {
      mkdirSync(join(folder, side));
      // A fix has a colon in its name, which a file on Windows may not have.
      for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, side, name.replace(':', '-')), text);
    }
    const args = ['diff', '--no-index', '--no-color', '--no-ext-diff', '--no-prefix', 'HEAD', 'now'];
    return spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
