/**
 * Runs Lua scripts with fengari, as models for the simulated Redis. A script sees exactly what a Redis 7.0 server shows
 * it. A limit on its instructions ends it.
 */
import fengari, { type State } from 'fengari';
import { type Argument, ScriptFailed, type ScriptModel, type Value } from '../model/effects/request';
import { cachedModel } from './cachedModel';
import { format } from './format';
import { decode, encode, pushNull } from './json';
import { beginToMake, make } from './made';
import { type Unpack, unpackBy } from './msgpack';
import { general, makeDoubles } from './numbers';
import { prelude } from './prelude';
import { fieldAt, pushField, pushList, pushText, pushValue, textAt, valueAt } from './values';

const { lua, lauxlib, lualib, to_luastring } = fengari;

/** The most Lua instructions in one run of a script. */
const stepsMost = 2_000_000;
const stepsBetween = 1000;
const endless = `ERR The script did not end within ${stepsMost} instructions. A real server would answer others with BUSY.`;

export type LuaModel =
  | { readonly ok: true; readonly run: ScriptModel }
  /** The script does not compile; the message is in the server's words. */
  | { readonly ok: false; readonly message: string };

/**
 * @param sha1 hashes a text to hexadecimal, for `redis.sha1hex`
 * @param unpack reads MessagePack, for `cmsgpack.unpack`; null: scripts have no `cmsgpack`
 * @returns a function that makes a model of a script's text
 */
export function openLua(sha1: (text: string) => string, unpack: Unpack | null = null): (text: string) => LuaModel {
  const vm = new LuaVm(sha1, unpack);
  return (text) => vm.model(text);
}

type Call = Parameters<ScriptModel>[0];

class LuaVm {
  private readonly state: State;
  private readonly load: number;
  private readonly set: number;
  private redis: Call | null = null;
  private steps = 0;
  /** The error that ends the run, even if the script catches it. */
  private ended: unknown = null;
  private randomness = 0n;

  constructor(
    private readonly sha1: (text: string) => string,
    unpack: Unpack | null,
  ) {
    makeDoubles();
    beginToMake();
    const state = lauxlib.luaL_newstate();
    this.state = state;
    lualib.luaL_openlibs(state);
    const text = to_luastring(prelude);
    lauxlib.luaL_loadbuffer(state, text, text.length, to_luastring('=prelude'));
    for (const run of [this.stop, this.make, formatting, numbering, this.random, this.seed])
      lua.lua_pushcfunction(state, run);
    this.pushRedis();
    pushFunctions(state, { encode, decode });
    pushNull(state);
    lua.lua_setfield(state, -2, to_luastring('null'));
    if (unpack === null) lua.lua_pushnil(state);
    else pushFunctions(state, { unpack: unpackBy(unpack) });
    if (lua.lua_pcall(state, 9, 2, 0) !== 0) throw new Error(`The prelude does not run: ${textAt(state, -1)}`);
    this.set = lauxlib.luaL_ref(state, lua.LUA_REGISTRYINDEX);
    this.load = lauxlib.luaL_ref(state, lua.LUA_REGISTRYINDEX);
    lua.lua_sethook(state, this.count, lua.LUA_MASKCOUNT, stepsBetween);
    lua.lua_atnativeerror(state, nativeError);
  }

  model(text: string): LuaModel {
    const { state } = this;
    lua.lua_settop(state, 0);
    lua.lua_rawgeti(state, lua.LUA_REGISTRYINDEX, this.load);
    pushText(state, text);
    lua.lua_call(state, 1, 2);
    if (lua.lua_type(state, -2) === lua.LUA_TNIL) {
      const why = olderWords(textAt(state, -1)).replaceAll('<eof>', "'<eof>'");
      lua.lua_settop(state, 0);
      return { ok: false, message: `ERR Error compiling script (new function): ${why}` };
    }
    lua.lua_pop(state, 1);
    const script = lauxlib.luaL_ref(state, lua.LUA_REGISTRYINDEX);
    lua.lua_settop(state, 0);
    return { ok: true, run: cachedModel((redis, keys, args) => this.run(script, redis, keys, args)) };
  }

  private run(script: number, redis: Call, keys: readonly string[], args: readonly string[]): Value {
    const { state } = this;
    this.redis = redis;
    this.steps = 0;
    this.ended = null;
    beginToMake();
    this.seedBy(0);
    lua.lua_settop(state, 0);
    lua.lua_rawgeti(state, lua.LUA_REGISTRYINDEX, this.set);
    pushList(state, keys);
    pushList(state, args);
    lua.lua_call(state, 2, 0);
    lua.lua_rawgeti(state, lua.LUA_REGISTRYINDEX, script);
    const isWell = lua.lua_pcall(state, 0, 1, 0) === 0;
    if (this.ended !== null) throw this.ended;
    make(0);
    if (this.steps > stepsMost) throw new ScriptFailed(endless);
    if (!isWell) throw new ScriptFailed(this.whyNot());
    const value = valueAt(state, -1);
    if (typeof value === 'object' && value !== null && 'error' in value) throw new ScriptFailed(value.error);
    return value;
  }

  private whyNot(): string {
    const { state } = this;
    if (lua.lua_type(state, -1) === lua.LUA_TTABLE) return fieldAt(state, -1, 'err') ?? 'ERR unknown error';
    return `ERR ${olderWords(lua.lua_type(state, -1) === lua.LUA_TNIL ? 'nil' : textAt(state, -1))}`;
  }

  private readonly count = (state: State): number => {
    this.steps += stepsBetween;
    return this.stop(state);
  };

  private readonly stop = (state: State): number => {
    make(0);
    if (this.ended !== null || this.steps > stepsMost) lauxlib.luaL_error(state, to_luastring(endless));
    return 0;
  };

  private readonly make = (state: State): number => {
    make(lua.lua_tonumber(state, 1));
    return 0;
  };

  private pushRedis(): void {
    const { state } = this;
    pushFunctions(state, {
      call: (inner) => this.calling(inner, false),
      pcall: (inner) => this.calling(inner, true),
      error_reply: (inner) => single(inner, 'err'),
      status_reply: (inner) => single(inner, 'ok'),
      log: () => 0,
      sha1hex: (inner) => {
        if (lua.lua_gettop(inner) !== 1) return raise(inner, 'ERR wrong number of arguments');
        pushText(inner, this.sha1(textAt(inner, 1)));
        return 1;
      },
      replicate_commands: (inner) => {
        lua.lua_pushboolean(inner, true);
        return 1;
      },
      setresp: () => 0,
    });
    for (const [level, name] of ['DEBUG', 'VERBOSE', 'NOTICE', 'WARNING'].entries()) {
      lua.lua_pushnumber(state, level);
      lua.lua_setfield(state, -2, to_luastring(`LOG_${name}`));
    }
  }

  private calling(state: State, isProtected: boolean): number {
    const commandWords = argumentsAt(state);
    const failed = (message: string): number => {
      pushField(state, 'err', message);
      return isProtected ? 1 : lua.lua_error(state);
    };
    if (commandWords === null) return failed('ERR Lua redis lib command arguments must be strings or integers');
    const [name, ...args] = commandWords;
    if (name === undefined) return failed('ERR Please specify at least one argument for this redis lib call');
    let value: Value;
    try {
      value = this.redis?.(String(name), ...args) ?? null;
    } catch (error) {
      if (error instanceof ScriptFailed) return failed(error.message);
      this.ended = error;
      throw error;
    }
    if (typeof value === 'string' && isState(name, args)) pushField(state, 'ok', value);
    else pushValue(state, value);
    return 1;
  }

  /** As in Redis, the sequence restarts with each script. The numbers differ from those of Redis. */
  private readonly random = (state: State): number => {
    this.randomness = (this.randomness * 0x5deece66dn + 11n) & 0xffffffffffffn;
    const drawn = (Number(this.randomness >> 17n) % 2147483647) / 2147483647;
    const count = lua.lua_gettop(state);
    const [one, two] = [lua.lua_tonumber(state, 1), lua.lua_tonumber(state, 2)];
    const [low, high] = count < 2 ? [1, one] : [one, two];
    if (count > 0 && low > high)
      return lauxlib.luaL_error(state, to_luastring(`bad argument #${count} to 'random' (interval is empty)`));
    lua.lua_pushnumber(state, count === 0 ? drawn : Math.floor(drawn * (high - low + 1)) + low);
    return 1;
  };

  private readonly seed = (state: State): number => {
    this.seedBy(lua.lua_tonumber(state, 1) | 0);
    return 0;
  };

  private seedBy(seed: number): void {
    this.randomness = (BigInt(seed >>> 0) << 16n) | 0x330en;
  }
}

function pushFunctions(state: State, functions: Readonly<Record<string, (state: State) => number>>): void {
  lua.lua_createtable(state, 0, 0);
  for (const [name, run] of Object.entries(functions)) {
    lua.lua_pushcfunction(state, run);
    lua.lua_setfield(state, -2, to_luastring(name));
  }
}

function raise(state: State, message: string): never {
  pushField(state, 'err', message);
  return lua.lua_error(state);
}

/** `redis.error_reply('CODE text')`: a text without a code gets `ERR`, unless it begins with a minus. */
function single(state: State, name: 'ok' | 'err'): number {
  if (lua.lua_gettop(state) !== 1 || lua.lua_type(state, 1) !== lua.LUA_TSTRING)
    return raise(state, 'ERR wrong number or type of arguments');
  const text = textAt(state, 1);
  pushField(state, name, name === 'ok' ? text : errorText(text));
  return 1;
}

function errorText(text: string): string {
  const plain = text.replace(/^-/, '');
  return plain.includes(' ') ? plain : `ERR ${plain}`;
}

/** Null if one of them is neither a text nor a number. */
function argumentsAt(state: State): Argument[] | null {
  const values: string[] = [];
  for (let index = 1; index <= lua.lua_gettop(state); index++) {
    const type = lua.lua_type(state, index);
    if (type === lua.LUA_TNUMBER) values.push(general(lua.lua_tonumber(state, index), 17));
    else if (type === lua.LUA_TSTRING) values.push(textAt(state, index));
    else return null;
  }
  return values;
}

const states: ReadonlySet<string> = new Set(['MSET', 'SETEX', 'PSETEX', 'HMSET', 'LTRIM', 'FLUSHALL', 'TYPE']);

/** Whether a command's text is a status reply, which Lua sees as `{ok = …}`. */
function isState(name: Argument, args: readonly Argument[]): boolean {
  const command = String(name).toUpperCase();
  if (command === 'PING') return args.length === 0;
  if (command === 'SET') return !args.slice(2).some((arg) => String(arg).toUpperCase() === 'GET');
  return states.has(command);
}

const formatting = (state: State): number => {
  const values: (number | string)[] = [];
  for (let index = 2; index <= lua.lua_gettop(state); index++)
    values.push(
      lua.lua_type(state, index) === lua.LUA_TNUMBER ? lua.lua_tonumber(state, index) : plainText(state, index),
    );
  let text: string;
  try {
    text = format(textAt(state, 1), values);
  } catch (error) {
    return lauxlib.luaL_error(state, to_luastring((error as Error).message));
  }
  pushText(state, text);
  return 1;
};

function plainText(state: State, index: number): string {
  const type = lua.lua_type(state, index);
  if (type === lua.LUA_TSTRING) return textAt(state, index);
  if (type === lua.LUA_TBOOLEAN) return String(Boolean(lua.lua_toboolean(state, index)));
  return type === lua.LUA_TNIL ? 'nil' : 'table';
}

/** `tonumber(text, base)` */
const numbering = (state: State): number => {
  const [text, radix] = [textAt(state, 1).trim().toLowerCase(), lua.lua_tonumber(state, 2)];
  const isNumber = text !== '' && [...text].every((digit) => !Number.isNaN(Number.parseInt(digit, radix)));
  if (isNumber) lua.lua_pushnumber(state, Number.parseInt(text, radix));
  else lua.lua_pushnil(state);
  return 1;
};

/** Gives JavaScript errors a text in Lua; without this it is nil there. */
const nativeError = (state: State): number => {
  pushText(state, String(lua.lua_touserdata(state, 1)));
  return 1;
};

/** Lua 5.3's error messages → those of Lua 5.1, which Redis has. */
const olderWords = (message: string): string =>
  message
    .replace(/user_script:(\d+)\.0:/g, 'user_script:$1:')
    .replace(
      /attempt to (call|index|concatenate|perform arithmetic on) (an? \w+ value) \((local|global|field|method|upvalue) '([^']*)'\)/,
      "attempt to $1 $3 '$4' ($2)",
    );
