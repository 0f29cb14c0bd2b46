/** Which faults break which library, as the command `attack` finds it: a row for each library and client. */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/install.mjs';
import type { Choice } from '../../src/core/model/scenario/scenario';
import { attackScenario } from '../../src/sandbox/own/attackScenario';
import { attackUntil, sample } from './attackCommand';
import { installQuorumLock } from './quorumLockTarball';

interface Attacked {
  readonly sample: string;
  readonly library: string;
  /** The package that the sample imports. Null: a recipe without one. */
  readonly from: string | null;
  /** Null: it locks with files. */
  readonly client: 'ioredis' | 'redis' | null;
  /** What the storage compares. Null: nothing. */
  readonly check: Choice | null;
}

const over = (
  client: Attacked['client'],
  name: string,
  library: string,
  from: string | null,
  check: Choice | null = null,
): Attacked => ({ sample: name, library, from, client, check });

/** Our library, which is attacked as the tarball of this commit. */
const ours = 'quorum-lock';

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
  over('ioredis', 'ours', ours, ours),
  over('redis', 'oursOnNodeRedis', ours, ours),
  over('ioredis', 'oursWithToken', `${ours}, the storage compares the token at each write`, ours, { id: 'fencing' }),
  over('ioredis', 'oursWithToken', `${ours}, the storage compares the token at each read and write`, ours, {
    id: 'fencing',
    settings: { readsLeaveToken: true },
  }),
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
  const { sample: name, client, from } = attacked;
  const version = from === null ? '' : from === ours ? installQuorumLock(variants) : versionOf(from);
  const text = await readFile(sample(name), 'utf8');
  const rows: string[] = [];
  for (const over of client === 'ioredis' ? ['ioredis', 'ioredis-5'] : [client]) {
    const file = join(variants, `${name}.ts`);
    await mkdir(variants, { recursive: true });
    await writeFile(
      file,
      text.replace("from 'ioredis'", `from '${over}'`).replace(/'[./]+\/src\/redlock\/\w+'/, `'${ours}'`),
    );
    rows.push(await attackRow(attacked, file, { version, client: over }));
    await rm(file);
  }
  return rows;
}

async function attackRow(
  { library, check }: Attacked,
  file: string,
  { version, client }: { readonly version: string; readonly client: string | null },
): Promise<string> {
  const out = join(variants, 'runs');
  const stopping = new AbortController();
  const late = setTimeout(() => stopping.abort(), rowMost);
  const typed = ['--faults', attackedKinds.join(), '--harm', 'lost', '--threads', '1', '--json', '--out', out];
  const { out: json, errors } = await attackUntil(stopping, null, file, ...(await worldOf(check)), ...typed);
  clearTimeout(late);
  await rm(out, { recursive: true, force: true });
  if (/differently/.test(errors)) throw new Error(`${file}: ${errors}`);
  const { runs, breaks, isWhole }: Found = JSON.parse(json);
  const broken = attackedKinds.filter((kind) => breaks.some(({ faults }) => faults.some((each) => each.kind === kind)));
  const withstood = isWhole ? attackedKinds.filter((kind) => !broken.includes(kind)) : [];
  const clientName = client === 'redis' ? 'node-redis' : 'ioredis';
  const cells = [
    library,
    version,
    client === null ? 'files' : `${clientName} ${versionOf(client)}`,
    broken.join(', '),
    withstood.join(', '),
    isWhole ? String(runs) : `${runs}, not through`,
  ];
  return `| ${cells.map((cell) => cell || '–').join(' | ')} |`;
}

/** The usual world, with this check at its storage. */
async function worldOf(check: Choice | null): Promise<readonly string[]> {
  if (check === null) return [];
  const file = join(variants, 'world.json');
  const usual = attackScenario({ nodes: 5, ttl: 2000, token: true });
  await writeFile(file, JSON.stringify({ ...usual, storage: check }));
  return [file];
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
