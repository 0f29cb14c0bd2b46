/** A script of a reader's lock by its text: the playground's own scripts run as their models, all others as Lua. */
import { everyScript } from '../../core/locks/everyScript';
import { openLua } from '../../core/lua/luaModel';
import { LuaTooMuch } from '../../core/lua/made';
import type { Unpack } from '../../core/lua/msgpack';
import type { Script, Value } from '../../core/model/effects/request';
import { NotSimulated, type ReadScript } from '../own/commands';
import { RealmEnded } from '../own/realm';
import { sha1 } from './guest/sha1';

/**
 * Remembers each text that it has read.
 *
 * @param aside runs a script, so that the watcher of the code also watches the script and counts what it answers
 * @param unpack reads MessagePack; null: scripts that need it are refused
 */
export function ownScripts(
  aside: (run: () => Value) => Value = (run) => run(),
  unpack: Unpack | null = null,
): ReadScript {
  const lua = openLua(sha1, unpack);
  const missing =
    unpack === null ? /\b(cmsgpack|struct|bit|coroutine)\s*\./ : /\b(cmsgpack(?!\.unpack\b)|struct|bit|coroutine)\s*\./;
  const scriptsByEssence = new Map(everyScript.map((script) => [essence(script.lua), script]));
  const results = new Map<string, ReturnType<ReadScript>>();
  return (text) => {
    const before = results.get(text);
    if (before !== undefined) return before;
    const script = scriptsByEssence.get(essence(text));
    const result =
      script === undefined ? byLua(text, lua, { aside, missing }) : ({ ok: true, sha: sha1(text), script } as const);
    results.set(text, result);
    return result;
  };
}

function byLua(
  text: string,
  lua: ReturnType<typeof openLua>,
  { aside, missing }: { readonly aside: (run: () => Value) => Value; readonly missing: RegExp },
): ReturnType<ReadScript> {
  const [, name] = missing.exec(text) ?? [];
  if (name !== undefined) throw new NotSimulated(`${name} in Lua is not simulated.`);
  const model = lua(text);
  if (!model.ok) return model;
  const commands = commandsIn(text);
  const called = commands.length === 0 ? 'EVAL' : `EVAL(${commands.join(' ')})`;
  const script: Script = {
    name: called,
    lua: text,
    run: (...values) => aside(() => bounded(() => model.run(...values))),
  };
  const givesBack = commands.some((name) => removing.has(name)) && !commands.some((name) => name.startsWith('SET'));
  return { ok: true, sha: sha1(text), script: givesBack ? { ...script, givesBack: true } : script };
}

/** Too much text ends the run, as does too much memory of the code itself. */
function bounded<R>(run: () => R): R {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof LuaTooMuch)) throw error;
    throw new RealmEnded({ kind: 'too-much-memory', message: error.message, line: 0, column: 0 });
  }
}

const removing: ReadonlySet<string> = new Set(['DEL', 'UNLINK', 'DELEX', 'DELIFEQ']);

/** The commands that a script calls, each once. They distinguish it from other scripts. */
const commandsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/redis\.p?call\(\s*['"](\w+)['"]/gi)].map(([, name = '']) => name.toUpperCase())),
];

/** A text without what has no effect: comments, white space, the kind of quotes. */
const essence = (lua: string): string =>
  lua
    .replace(/--\[\[[\s\S]*?\]\]|--[^\n]*/g, '')
    .replace(/\s+/g, '')
    .replaceAll('"', "'");
