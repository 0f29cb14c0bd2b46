/** Converts values of Redis ↔ values of Lua, as a server does. */
import fengari, { type State } from 'fengari';
import { ScriptFailed, type Value } from '../model/effects/request';
import { fromBytes, toBytes } from '../model/values/bytes';

const { lua, to_luastring } = fengari;

export const pushText = (state: State, text: string): void => lua.lua_pushstring(state, toBytes(text));

/** A table with one field, the form in which Redis passes statuses and errors. */
export function pushField(state: State, name: 'ok' | 'err', text: string): void {
  lua.lua_createtable(state, 0, 1);
  pushText(state, text);
  lua.lua_setfield(state, -2, to_luastring(name));
}

/** How many cells a table inside another takes while it is read or made. */
const cellsOfTable = 4;

export function pushList(state: State, items: readonly Value[]): void {
  lua.lua_checkstack(state, cellsOfTable);
  lua.lua_createtable(state, items.length, 0);
  items.forEach((item, index) => {
    pushValue(state, item);
    lua.lua_rawseti(state, -2, index + 1);
  });
}

/** An answer of Redis. A null becomes false, because a Lua table cannot hold nil. */
export function pushValue(state: State, value: Value): void {
  if (value === null) lua.lua_pushboolean(state, false);
  else if (typeof value === 'number') lua.lua_pushnumber(state, value);
  else if (typeof value === 'string') pushText(state, value);
  else if ('error' in value) pushField(state, 'err', value.error);
  else pushList(state, value);
}

/** Converts a double to 64 bits as the processor does: a value that does not fit becomes the lowest integer. */
const integerOf = (value: number): number => (Math.abs(value) < 2 ** 63 ? Math.trunc(value) : -(2 ** 63));

/** How deeply tables may be nested. */
const depthMost = 100;

/** The value that a script returns. A table ends at its first nil. */
export function valueAt(state: State, index: number, depth = 0): Value {
  switch (lua.lua_type(state, index)) {
    case lua.LUA_TSTRING:
      return textAt(state, index);
    case lua.LUA_TNUMBER:
      return integerOf(lua.lua_tonumber(state, index));
    case lua.LUA_TBOOLEAN:
      return lua.lua_toboolean(state, index) ? 1 : null;
    case lua.LUA_TTABLE:
      if (depth > depthMost) throw new ScriptFailed('ERR reached lua stack limit');
      return tableAt(state, lua.lua_absindex(state, index), depth);
    default:
      return null;
  }
}

export const textAt = (state: State, index: number): string => fromBytes(lua.lua_tostring(state, index));

/** A field that is a text. */
export function fieldAt(state: State, index: number, name: string): string | null {
  lua.lua_getfield(state, index, to_luastring(name));
  const text = lua.lua_type(state, -1) === lua.LUA_TSTRING ? textAt(state, -1) : null;
  lua.lua_pop(state, 1);
  return text;
}

function tableAt(state: State, index: number, depth: number): Value {
  lua.lua_checkstack(state, cellsOfTable);
  const error = fieldAt(state, index, 'err');
  if (error !== null) return { error };
  const ok = fieldAt(state, index, 'ok');
  if (ok !== null) return ok;
  const items: Value[] = [];
  for (let position = 1; ; position++) {
    lua.lua_rawgeti(state, index, position);
    const isEnd = lua.lua_type(state, -1) === lua.LUA_TNIL;
    if (!isEnd) items.push(valueAt(state, -1, depth + 1));
    lua.lua_pop(state, 1);
    if (isEnd) return items;
  }
}
