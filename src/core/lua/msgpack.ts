/** The reading part of a script's `cmsgpack`: `unpack` returns all values in a text. */
import fengari, { type State } from 'fengari';
import { pushParsed } from './parsed';

const { lua, lauxlib, to_luastring } = fengari;

/** MessagePack → its values, with maps as `Map`. @throws Error says what is wrong, as a server does */
export type Unpack = (bytes: Uint8Array) => readonly unknown[];

export const unpackBy =
  (unpack: Unpack) =>
  (state: State): number => {
    let values: readonly unknown[];
    try {
      values = unpack(lua.lua_tostring(state, 1));
    } catch (error) {
      return lauxlib.luaL_error(state, to_luastring((error as Error).message));
    }
    for (const value of values) pushParsed(state, value, lua.lua_pushnil);
    return values.length;
  };
