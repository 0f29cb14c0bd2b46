/**
 * `npx redlock-playground` serves the page that is in the package. Pages for chats are left out: such an address leads
 * to the playground itself, and a link has the card of the site.
 */

import { visible } from '../../core/model/values/visible';
import type { OwnLock } from '../../live/server/run/ownLock';
import { siteAddress } from '../../site/siteAddress';
import { hostProblem } from '../../site/siteServer';
import { withoutStoryPages } from '../../site/stories/askedStory';
import { type Help, needed, type Options, parseCommandLine, refuse, whole } from '../commandLine';
import { endBySignals } from '../endBySignals';
import { noWord } from '../words';
import { wordsOf } from './errorWords';
import { serve } from './serve';
import * as words from './serveWords';

interface Calling {
  readonly called: string;
  /** What `--help` says. */
  readonly help: { readonly en: string; readonly zh: string };
  /** The other commands. */
  readonly names: readonly string[];
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
}

interface Serve {
  readonly kind: 'serve';
  readonly port: number;
  readonly host: string;
  readonly runs: number;
  readonly lock: string | undefined;
  readonly language: 'en' | 'zh';
}

const portMax = 65_535;
const runsMax = 20;

const options: Options = {
  port: whole(portMax, words.badNumber),
  host: needed(words.needsHost),
  runs: whole(runsMax, words.badNumber),
  lock: needed(words.needsFile),
};

const exitBadInput = 2;
const exitFailed = 1;

/** The page that was built into the package, relative to it. */
const folder = 'lib/site';

/** @returns the exit code; while it serves, 0 for later */
export async function servePackage(typed: readonly string[], calling: Calling): Promise<number> {
  const { called, help, names, out, errors } = calling;
  const say = (line: string): void => out(`${visible(line)}\n`);
  const sayProblem = (line: string): void => errors(`${visible(line)}\n`);
  const parsed = parseCommandLine<Serve | Help>(typed, options, ({ words: [word], optionValue, number, language }) =>
    word === undefined
      ? {
          kind: 'serve',
          port: number('port') ?? 5180,
          host: optionValue('host') ?? '127.0.0.1',
          runs: number('runs') ?? 3,
          lock: optionValue('lock'),
          language,
        }
      : refuse(noWord(word)),
  );
  if (!parsed.ok) {
    sayProblem(parsed.problem[parsed.language]);
    return exitBadInput;
  }
  const { command } = parsed;
  if (command.kind === 'help') {
    say(help[command.language]);
    return 0;
  }
  const { port, host, runs, lock, language } = command;
  const site = process.env['SITE_URL'];
  const problem = addressProblem(site) ?? (await hostProblem(host));
  const opened = problem === null && lock !== undefined ? await ownLock(lock, say) : undefined;
  if (problem !== null || typeof opened === 'string') {
    sayProblem(problem ?? String(opened));
    return exitBadInput;
  }
  const painter = { previewLink: async () => null, close: async () => {} };
  try {
    endBySignals(
      await serve({
        folder,
        port,
        host,
        runs,
        own: opened,
        site,
        painter,
        stories: withoutStoryPages,
        say,
        sayProblem,
      }),
    );
  } catch (error) {
    sayProblem(words.noPort(port, wordsOf(error))[language]);
    return exitFailed;
  }
  say(words.more(called, names)[language]);
  return 0;
}

function addressProblem(site: string | undefined): string | null {
  try {
    siteAddress(site);
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

/** @returns why it cannot run */
async function ownLock(file: string, say: (line: string) => void): Promise<OwnLock | string> {
  const { openLock } = await import('../attack/lockFile');
  const opened = await openLock(file, say);
  return opened.ok ? opened.lock : opened.problem.en;
}
