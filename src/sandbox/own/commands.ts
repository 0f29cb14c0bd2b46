/** Commands as a reader's code sends them → requests of the simulated Redis. */
import {
  type AboutScripts,
  type Argument,
  command,
  evaluate,
  type Request,
  type Script,
} from '../../core/model/effects/request';
import { nearestOf } from '../../core/model/values/spelling';
import { knownNames } from '../../core/sim/redis/commandGroups';
import type { Called } from './host';

/** A command that the simulated server does not know. */
export class NotSimulated extends Error {}

/** Finds a script by its text. May throw `NotSimulated`. */
export type ReadScript = (
  lua: string,
) =>
  | { readonly ok: true; readonly sha: string; readonly script: Script }
  | { readonly ok: false; readonly message: string };

const commandNames: ReadonlySet<string> = new Set(knownNames);

/**
 * Returns one request for each command, or one for a transaction. @throws NotSimulated names the command and those
 * spelled nearly the same
 */
export function requestsOf({ commands, connection, transaction }: Called, readScript: ReadScript): readonly Request[] {
  const requests = commands.map(([name = '', ...args]) => requestOf(nameOf(name), args, connection, readScript));
  if (!transaction) return requests;
  const words = requests.flatMap((request) => ['·', request.command, ...request.args]);
  return [{ ...command('MULTI', ...words, '·', 'EXEC'), session: { connection, transaction: requests } }];
}

/** How many names are offered for an unknown one. */
const offeredMost = 3;

function nameOf(word: Argument): string {
  const name = String(word).toUpperCase();
  if (commandNames.has(name)) return name;
  const near = nearestOf(name, knownNames).slice(0, offeredMost);
  const instead = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
  throw new NotSimulated(`${name} is not simulated.${instead}`);
}

function requestOf(name: string, args: readonly Argument[], connection: number, readScript: ReadScript): Request {
  const of = (request: Request, scripts?: AboutScripts): Request => ({
    ...request,
    session: scripts === undefined ? { connection } : { connection, scripts },
  });
  const plain = command(name, ...args);
  if (name === 'SCRIPT') return of(plain, aboutScripts(args, readScript));
  if (name !== 'EVAL' && name !== 'EVALSHA') return of(plain);
  const [text = '', count = '', ...rest] = args;
  const refusal = refusalOf(name, args.length, count, rest.length);
  if (refusal !== null) return of(plain, { kind: 'refused', message: refusal });
  const [keys, values] = [rest.slice(0, Number(count)).map(String), rest.slice(Number(count))];
  if (name === 'EVALSHA') {
    const sha = String(text);
    return of(command(name, `${sha.slice(0, shaShown)}…`, ...rest), { kind: 'run', sha, keys, args: values });
  }
  const script = readScript(String(text));
  if (!script.ok) return of(plain, { kind: 'refused', message: script.message });
  return of(evaluate(script.script, keys, values), { kind: 'keep', sha: script.sha, script: script.script });
}

/** How many digits of a digest a picture shows. */
const shaShown = 8;

/** The server's own error text. Null: the command is valid. */
function refusalOf(name: string, count: number, keyCount: Argument, rest: number): string | null {
  if (count < 2) return `ERR wrong number of arguments for '${name.toLowerCase()}' command`;
  if (!/^-?\d+$/.test(String(keyCount))) return 'ERR value is not an integer or out of range';
  if (Number(keyCount) > rest) return "ERR Number of keys can't be greater than number of args";
  return Number(keyCount) < 0 ? "ERR Number of keys can't be negative" : null;
}

function aboutScripts([word = '', ...args]: readonly Argument[], readScript: ReadScript): AboutScripts {
  switch (String(word).toUpperCase()) {
    case 'LOAD': {
      if (args.length !== 1)
        return { kind: 'refused', message: "ERR wrong number of arguments for 'script|load' command" };
      const script = readScript(String(args[0] ?? ''));
      if (!script.ok) return { kind: 'refused', message: script.message };
      return { kind: 'load', sha: script.sha, script: script.script };
    }
    case 'EXISTS':
      return { kind: 'exist', shas: args.map(String) };
    case 'FLUSH':
      return { kind: 'forget' };
    default:
      throw new NotSimulated(`SCRIPT ${word} is not simulated. Known are SCRIPT LOAD, SCRIPT EXISTS, SCRIPT FLUSH.`);
  }
}
