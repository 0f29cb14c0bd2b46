/** The program of the package: `npx redlock-playground` serves the page, and its first word may be a command. */

import type { Text } from '../core/model/values/text';
import { visible } from '../core/model/values/visible';
import { asProcess, exploreAsProcess, playAsProcess, whichAsProcess } from './asProcess';
import { noBundler } from './attack/attackWords';
import { packageVersion } from './packageVersion';
import * as words from './serve/serveWords';

const called = 'npx redlock-playground';

interface Command {
  readonly says: Text;
  readonly run: (typed: readonly string[], called: string) => Promise<void>;
}

const commands: Readonly<Record<string, Command>> = {
  attack: {
    says: words.attack,
    run: async (...invocation) => (await import('./attack/attackProcess')).attackAsProcess(...invocation),
  },
  play: { says: words.play, run: playAsProcess },
  explore: { says: words.explore, run: exploreAsProcess },
  which: { says: words.which, run: whichAsProcess },
  mcp: {
    says: words.mcp,
    run: async (...invocation) => (await import('./mcp/mcpProcess')).mcpAsProcess(...invocation),
  },
};

const names = Object.keys(commands);
const [name = '', ...typed] = process.argv.slice(2);
const exitBadInput = 2;

// A script of a package runs in the folder of that package, and its paths are relative to that folder.
delete process.env['INIT_CWD'];
try {
  if (name === '--version' || typed[0] === '--version') process.stdout.write(`${packageVersion()}\n`);
  else if (Object.hasOwn(commands, name)) await commands[name]?.run(typed, `${called} ${name}`);
  else if (name === '' || name.startsWith('-')) await asProcess(servePage);
  else refuse(words.noCommand(name, names).en);
} catch (error) {
  // The bundler is an optional package, because users who only want the locks can leave it out.
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
  refuse(noBundler.en);
}

async function servePage(streams: { out: (text: string) => void; errors: (text: string) => void }): Promise<number> {
  const { servePackage } = await import('./serve/serveCommand');
  const help = words.usage(
    called,
    Object.entries(commands).map(([each, { says }]) => ({ name: each, says })),
  );
  return servePackage(process.argv.slice(2), { ...streams, called, help, names });
}

function refuse(text: string): void {
  process.stderr.write(`${visible(text)}\n`);
  process.exitCode = exitBadInput;
}
