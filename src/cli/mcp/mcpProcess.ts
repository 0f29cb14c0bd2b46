/** Serves the tools over the streams of this process. Standard output belongs to the protocol alone. */

import { realpath } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { visible } from '../../core/model/values/visible';
import { threadCount } from '../asProcess';
import { exitBadInput } from '../attack/attackMessages';
import { parseCommandLine, refuse } from '../commandLine';
import { noWord } from '../words';
import { Attacks } from './attacks';
import { mcpServer } from './mcpServer';
import * as words from './mcpWords';

/** A longer line ends the server. Smaller input that a tool does not accept is refused in words. */
const lineBytesMost = 100_000_000;

/** @param called the words that call this command */
export async function mcpAsProcess(typed: readonly string[], called: string): Promise<void> {
  const parsed = parseCommandLine<{ readonly kind: 'serve'; readonly runsCommands: boolean }>(
    typed,
    { commands: 'flag' },
    ({ words: [stranger], has }) =>
      stranger === undefined ? { kind: 'serve', runsCommands: has('commands') } : refuse(noWord(stranger)),
  );
  if (!parsed.ok) {
    process.stderr.write(`${visible(parsed.problem[parsed.language])}\n`);
    process.exitCode = exitBadInput;
    return;
  }
  if (parsed.command.kind === 'help') {
    process.stdout.write(`${words.usage(called)[parsed.command.language]}\n`);
    return;
  }
  const { runsCommands } = parsed.command;
  const out = keepStandardOutput();
  // npm runs scripts in the project's folder, but passes on where it was called.
  const folder = await realpath(process.env['INIT_CWD'] ?? '.');
  const attacks = new Attacks(threadCount());
  // Bundled before the first call, which should not wait for it.
  void attacks.prepare();
  serveStdio(() => mcpServer({ folder, attacks }, runsCommands), {
    transport: new StdioServerTransport(process.stdin, out, { maxBufferSize: lineBytesMost }),
    onerror: (error) => process.stderr.write(`${visible(error.message)}\n`),
  });
  // The host is gone, and a running thread would keep the process alive.
  process.stdin.on('end', () => process.exit());
  process.stdin.on('close', () => process.exit());
}

/** @returns the only way to the real standard output. Output of libraries goes to stderr. */
function keepStandardOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.on('error', () => process.exit());
  Object.assign(process.stdout, { write: process.stderr.write.bind(process.stderr) });
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk, (error) => done(error));
    },
  });
}
