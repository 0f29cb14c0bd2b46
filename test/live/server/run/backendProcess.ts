// A backend in a process of its own, for tests that attack or kill it, and pages that talk to it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Scenario } from '../../../../src/core/model/scenario/scenario';
import type { FromServer } from '../../../../src/live/wire/messages';

const program = fileURLToPath(new URL('backendProgram.ts', import.meta.url));

export interface BackendProcess {
  readonly child: ChildProcess;
  /** `http://127.0.0.1:24101/` */
  readonly address: string;
  /** Its standard error. */
  readonly complaints: () => string;
}

/** Resolves when it serves. It is killed at the end of the test, if it still runs. */
export async function startBackendProcess(
  environment: NodeJS.ProcessEnv = {},
  ...args: readonly string[]
): Promise<BackendProcess> {
  const { REDIS_URLS: _, DATABASE_URL: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const line = once(createInterface({ input: child.stdout as Readable }), 'line') as Promise<[string]>;
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The backend ended: ${complaints}`);
  });
  ended.catch(() => {});
  const [address] = await Promise.race([line, ended]);
  return { child, address, complaints: () => complaints };
}

export interface Page {
  readonly socket: WebSocket;
  readonly heard: FromServer[];
  readonly order: (run: string, scenario: Scenario) => void;
  /** Resolves with the first message of one of these types. Rejects when the connection ends before. */
  readonly hears: (...types: readonly FromServer['type'][]) => Promise<FromServer>;
}

/** Resolves when it has received the offer. */
export async function openPage({ address }: Pick<BackendProcess, 'address'>): Promise<Page> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}live`, { origin: address.slice(0, -1) });
  onTestFinished(() => socket.terminate());
  const heard: FromServer[] = [];
  const waiting = new Set<() => void>();
  let end: string | null = null;
  const announce = (): void => {
    for (const look of waiting) look();
  };
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)) as FromServer);
    announce();
  });
  const over = (words: string): void => {
    end ??= words;
    announce();
  };
  socket.on('error', ({ message }) => over(message));
  socket.on('close', (code, reason) => over(`${code} ${String(reason)}`));
  const hears: Page['hears'] = (...types) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = heard.find(({ type }) => types.includes(type));
        if (found === undefined && end === null) return;
        waiting.delete(look);
        if (found !== undefined) resolve(found);
        else reject(new Error(`The connection ended: ${end}`));
      };
      waiting.add(look);
      look();
    });
  await hears('offer');
  return {
    socket,
    heard,
    hears,
    order: (run, scenario) => socket.send(JSON.stringify({ type: 'run', run, scenario })),
  };
}
