// Whatever program is attacked: the tool ends with a sentence, and leaves no process behind, also when it is ended itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, type ExpectStatic, it } from 'vitest';
import { sampled } from '../../support/nightly';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'redlock-playground-hostile-'));
const isLinux = process.platform === 'linux';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly tool: ChildProcess;
  /** In the environment of all its processes. */
  readonly mark: string;
  readonly text: () => string;
}

function start(command: readonly string[], options: readonly string[] = []): Started {
  const mark = randomUUID();
  const program = ['--import', 'tsx', 'src/cli/attack/attack.ts'];
  const tool = spawn(process.execPath, [...program, '--out', folder, ...options, '--', ...command], {
    cwd: root,
    env: { ...process.env, HOSTILE_TEST: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [tool.stdout, tool.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  return { tool, mark, text: () => text };
}

/** The command lines of the processes that carry this mark. */
const marked = (mark: string): readonly string[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)) return [];
      return [readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')];
    } catch {
      return [];
    }
  });

const nobodyIsLeft = (expect: ExpectStatic, mark: string): Promise<void> => expect.poll(() => marked(mark)).toEqual([]);

const hostile = (name: string): readonly string[] => [process.execPath, here('samples/hostile.mjs'), name];
const limited = ['--limit', '5'];

interface Row {
  readonly claim: string;
  readonly command: readonly string[];
  readonly options?: readonly string[];
  readonly says: RegExp;
}

const rows: readonly Row[] = [
  { claim: 'writes without end', command: hostile('endless'), says: /sends more than 20,000 commands/ },
  { claim: 'leaves a child in a session of its own', command: hostile('orphan'), says: /sent no command/ },
  {
    claim: 'ignores every signal and runs on',
    command: hostile('deaf'),
    options: limited,
    says: /runs for more than 5 s|sent no command/,
  },
  { claim: 'sends half a command', command: hostile('half'), options: limited, says: /sent no command/ },
  { claim: 'never connects', command: hostile('silent'), options: limited, says: /sent no command/ },
  { claim: 'prints 20 MB', command: hostile('prints'), says: /sent no command/ },
  { claim: 'reads its input', command: hostile('reads-input'), says: /sent no command/ },
  {
    claim: 'sends a command that is unknown',
    command: hostile('no-such-command'),
    says: /FROBNICATE is not simulated/,
  },
  { claim: 'does not exist', command: ['no-such-program'], says: /no-such-program could not be started/ },
];

describe.runIf(isLinux)('a program that', () => {
  it.concurrent.for(sampled(rows, 2))('$claim', async ({ command, options, says }, { expect }) => {
    const { tool, mark, text } = start(command, options);
    const [code] = await once(tool, 'exit');
    expect(text()).toMatch(says);
    expect(code).toBe(2);
    await nobodyIsLeft(expect, mark);
  });

  it.concurrent.for(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'is still at work at a %s leaves nobody',
    async (signal, { expect }) => {
      const { tool, mark } = start(['sh', '-c', `${hostile('deaf').join(' ')} & wait`], ['--limit', '600']);
      await expect.poll(() => marked(mark).some((line) => line.endsWith('hostile.mjs deaf '))).toBe(true);
      tool.kill(signal);
      await once(tool, 'exit');
      await nobodyIsLeft(expect, mark);
    },
  );
});
