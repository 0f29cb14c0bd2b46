/** The `cjson` of a script. */
import fengari, { type State } from 'fengari';
import { general } from './numbers';
import { pushParsed } from './parsed';
import { pushText, textAt } from './values';

const { lua, lauxlib, to_luastring } = fengari;

/** The value that represents null in a table. */
const nothing = Symbol('null');

export const pushNull = (state: State): void => lua.lua_pushlightuserdata(state, nothing);

export function encode(state: State): number {
  const text = written(state, 1, 0);
  pushText(state, text);
  return 1;
}

export function decode(state: State): number {
  let value: unknown;
  try {
    value = JSON.parse(textAt(state, 1));
  } catch {
    return lauxlib.luaL_error(state, to_luastring('Expected value but found invalid token at character 1'));
  }
  pushParsed(state, value, pushNull);
  return 1;
}

const depthMost = 100;

function written(state: State, index: number, depth: number): string {
  if (depth > depthMost) return fail(state, 'Cannot serialise, excessive depth (1001)');
  switch (lua.lua_type(state, index)) {
    case lua.LUA_TSTRING:
      return JSON.stringify(textAt(state, index)).replaceAll('/', '\\/');
    case lua.LUA_TNUMBER:
      return general(lua.lua_tonumber(state, index), 14);
    case lua.LUA_TBOOLEAN:
      return String(Boolean(lua.lua_toboolean(state, index)));
    case lua.LUA_TNIL:
    case lua.LUA_TLIGHTUSERDATA:
      return 'null';
    case lua.LUA_TTABLE:
      return writtenTable(state, lua.lua_absindex(state, index), depth);
    default:
      return fail(state, 'Cannot serialise function: type not supported');
  }
}

/** Writes a list if the keys are 1 to n, else an object. An empty table is an object. */
function writtenTable(state: State, index: number, depth: number): string {
  const pairs: [string | number, string][] = [];
  lua.lua_pushnil(state);
  while (lua.lua_next(state, index) !== 0) {
    const isNumber = lua.lua_type(state, -2) === lua.LUA_TNUMBER;
    const key = isNumber ? lua.lua_tonumber(state, -2) : textAt(state, -2);
    pairs.push([key, written(state, -1, depth + 1)]);
    lua.lua_pop(state, 1);
  }
  const isList = pairs.length > 0 && pairs.every(([key]) => typeof key === 'number' && key >= 1 && key <= pairs.length);
  if (!isList) return `{${pairs.map(([key, value]) => `${JSON.stringify(String(key))}:${value}`).join(',')}}`;
  const items = [...pairs].sort(([a], [b]) => Number(a) - Number(b));
  return `[${items.map(([, value]) => value).join(',')}]`;
}

const fail = (state: State, why: string): never => lauxlib.luaL_error(state, to_luastring(why));
