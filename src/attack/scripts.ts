/**
 * Scripts that travel as Lua, until a simulated server runs Lua itself: those of libraries whose words are known run as
 * models. Anything else is refused by name.
 */
import { createHash } from 'node:crypto';
import { compareAndDelete } from '../locks/scripts/compareAndDelete';
import { compareAndDeleteAll } from '../locks/scripts/compareAndDeleteAll';
import { setIfAllAbsent } from '../locks/scripts/setIfAllAbsent';
import type { Argument, Script, ScriptModel } from '../model/request';
import type { Commands } from '../sim/parts';
import { type Answer, failure, success } from '../sim/redis/answers';
import type { Command } from '../sim/redis/command';
import { everyCommand } from '../sim/redis/everyCommand';
import { createCall, runScript } from '../sim/redis/script';
import type { Store } from '../sim/redis/store';

/** Node-redlock 5 extends by setting the whole key anew. */
const setAllAgain: ScriptModel = (redis, keys, args) => {
  for (const key of keys) if (redis('GET', key) !== args[0]) return 0;
  for (const key of keys) redis('SET', key, args[0] ?? '', 'PX', args[1] ?? '');
  return keys.length;
};

/** By what they do, without comments and blanks, in small letters. */
const known: readonly (readonly [RegExp, ScriptModel | undefined])[] = [
  [
    /^fori,keyinipairs\(keys\)doifredis\.call\("exists",key\)==1.*redis\.call\("set",key,argv\[1\],"px",argv\[2\]\)endreturn#keys$/,
    setIfAllAbsent.run,
  ],
  [
    /^fori,keyinipairs\(keys\)doifredis\.call\("get",key\)~=argv\[1\].*redis\.call\("set",key,argv\[1\],"px",argv\[2\]\)endreturn#keys$/,
    setAllAgain,
  ],
  [
    /^localcount=0fori,keyinipairs\(keys\)do.*redis\.pcall\("del",key\)count=count\+1endendreturncount$/,
    compareAndDeleteAll.run,
  ],
  [
    /^ifredis\.call\("get",keys\[1\]\)==argv\[1\]then(return)?redis\.call\("del",keys\[1\]\)(elsereturn0end|endreturn0)$/,
    compareAndDelete.run,
  ],
];

const plain = (lua: string): string =>
  lua
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, '')
    .replaceAll("'", '"')
    .toLowerCase();

const read = new Map<string, Script | undefined>();

/** The one place that knows which scripts can run. Undefined: this one cannot. */
export function scriptOf(lua: string): Script | undefined {
  if (!read.has(lua)) read.set(lua, readScript(lua));
  return read.get(lua);
}

function readScript(lua: string): Script | undefined {
  const text = plain(lua);
  const run = known.find(([pattern]) => pattern.test(text))?.[1];
  return run === undefined ? undefined : { name: 'EVAL', lua, run };
}

const digestOf = (lua: string): string => createHash('sha1').update(lua).digest('hex');

/** Which scripts a server has heard of. */
const heard = new WeakMap<Store, Map<string, Script>>();

const scriptsOf = (store: Store): Map<string, Script> => {
  const scripts = heard.get(store) ?? new Map<string, Script>();
  heard.set(store, scripts);
  return scripts;
};

const run = (store: Store, script: Script, [count, ...given]: readonly Argument[]): Answer => {
  const texts = given.map(String);
  const keys = texts.slice(0, Number(count));
  const args = texts.slice(keys.length);
  return runScript({ script, keyCount: keys.length, keys, args }, createCall(store, everyCommand));
};

const learn = (store: Store, lua: string): Script | undefined => {
  const script = scriptOf(lua);
  if (script !== undefined) scriptsOf(store).set(digestOf(lua), script);
  return script;
};

const noScript = failure('NOSCRIPT No matching script. Please use EVAL.');
const notSimulated = failure('ERR This script is not simulated.');

const scriptCommands: Readonly<Record<string, Command>> = {
  EVAL: {
    arity: -3,
    execute: (store, [lua, ...given]) => {
      const script = learn(store, String(lua));
      return script === undefined ? notSimulated : run(store, script, given);
    },
  },
  EVALSHA: {
    arity: -3,
    execute: (store, [digest, ...given]) => {
      const script = scriptsOf(store).get(String(digest).toLowerCase());
      return script === undefined ? noScript : run(store, script, given);
    },
  },
  SCRIPT: {
    arity: -2,
    execute: (store, [what, ...given]) => {
      const word = String(what).toUpperCase();
      if (word === 'LOAD')
        return learn(store, String(given[0])) === undefined ? notSimulated : success(digestOf(String(given[0])));
      if (word === 'EXISTS') return success(given.map((digest) => (scriptsOf(store).has(String(digest)) ? 1 : 0)));
      return success('OK');
    },
  },
};

export const commandsWithScripts: Commands = new Map([...everyCommand, ...Object.entries(scriptCommands)]);
