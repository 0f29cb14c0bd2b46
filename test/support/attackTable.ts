/** Which faults break which library, as the command `attack` finds it: a row for each library and client. */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/install.mjs';
import { attackUntil, sample } from './attackCommand';

interface Attacked {
  readonly sample: string;
  readonly library: string;
  /** The package that the sample imports. Null: our own library, of this commit, or a recipe without one. */
  readonly from: string | null;
  /** Null: it locks by files. */
  readonly client: 'ioredis' | 'redis' | null;
}

const over = (client: Attacked['client'], name: string, library: string, from: string | null): Attacked => ({
  sample: name,
  library,
  from,
  client,
});

export const attackedSamples: readonly Attacked[] = [
  over('ioredis', 'redlock4', 'redlock', 'redlock-4'),
  over('ioredis', 'redlock5', 'redlock', 'redlock'),
  over('ioredis', 'sesamecare', '@sesamecare-oss/redlock', '@sesamecare-oss/redlock'),
  over('ioredis', 'redlockUniversal', 'redlock-universal', 'redlock-universal'),
  over('redis', 'redlockUniversalOnNodeRedis', 'redlock-universal', 'redlock-universal'),
  over('ioredis', 'semaphoreMutex', 'redis-semaphore Mutex', 'redis-semaphore'),
  over('ioredis', 'semaphoreRedlock', 'redis-semaphore RedlockMutex', 'redis-semaphore'),
  over('redis', 'simpleRedisMutex', 'simple-redis-mutex', 'simple-redis-mutex'),
  over('ioredis', 'bullmq', 'bullmq Worker', 'bullmq'),
  over('ioredis', 'ours', 'this project’s library', null),
  over('redis', 'oursOnNodeRedis', 'this project’s library', null),
  over(null, 'properLockfile', 'proper-lockfile', 'proper-lockfile'),
  over(null, 'lockfile', 'lockfile', 'lockfile'),
  over(null, 'fileExclusive', 'recipe: open(‘wx’)', null),
  over(null, 'fileFolder', 'recipe: mkdir, renewed', null),
  over(null, 'fileLink', 'recipe: link, rename', null),
];

export const attackedKinds = ['pause', 'crash', 'lose', 'clock-jump'] as const;

/** A row that takes longer than this, in ms, is stopped and says so. */
export const rowMost = 300_000;

/** Beside the samples, so that imports find the same packages. */
const variants = join(root, 'test/sandbox/attack/.cache');

/** Samples that use ioredis are also attacked with its previous version. @returns lines of Markdown */
export async function attackRows(attacked: Attacked): Promise<readonly string[]> {
  const { sample: name, client } = attacked;
  const rows = [await attackRow(attacked, sample(name), client)];
  if (client !== 'ioredis') return rows;
  const older = join(variants, `${name}.ts`);
  const text = await readFile(sample(name), 'utf8');
  await mkdir(variants, { recursive: true });
  await writeFile(older, text.replace("from 'ioredis'", "from 'ioredis-5'"));
  try {
    return [...rows, await attackRow(attacked, older, 'ioredis-5')];
  } finally {
    await rm(older);
  }
}

async function attackRow({ library, from }: Attacked, file: string, client: string | null): Promise<string> {
  const out = join(variants, 'runs');
  const stopping = new AbortController();
  const late = setTimeout(() => stopping.abort(), rowMost);
  const typed = ['--faults', attackedKinds.join(), '--harm', 'lost-update', '--threads', '1', '--json', '--out', out];
  const { out: json, errors } = await attackUntil(stopping, null, file, ...typed);
  clearTimeout(late);
  await rm(out, { recursive: true, force: true });
  if (/differently/.test(errors)) throw new Error(`${file}: ${errors}`);
  const { runs, breaks, isWhole }: Found = JSON.parse(json);
  const broken = attackedKinds.filter((kind) => breaks.some(({ faults }) => faults.some((each) => each.kind === kind)));
  const withstood = isWhole ? attackedKinds.filter((kind) => !broken.includes(kind)) : [];
  const clientName = client === 'redis' ? 'node-redis' : 'ioredis';
  const cells = [
    library,
    from === null ? '' : versionOf(from),
    client === null ? 'files' : `${clientName} ${versionOf(client)}`,
    broken.join(', '),
    withstood.join(', '),
    isWhole ? String(runs) : `${runs}, not through`,
  ];
  return `| ${cells.map((cell) => cell || '–').join(' | ')} |`;
}

interface Found {
  readonly runs: number;
  readonly isWhole: boolean;
  readonly breaks: readonly { readonly faults: readonly { readonly kind: string }[] }[];
}

const versionOf = (name: string): string => (attackedVersions[name] ?? '').replace(/^npm:.*@/, '');

/** The pinned versions, by the package name that a sample imports. */
const attackedVersions: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'test/sandbox/attack/package.json'), 'utf8'),
).dependencies;
