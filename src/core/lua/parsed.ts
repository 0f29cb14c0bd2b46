/** Passes a value from JSON or MessagePack to Lua. */
import fengari, { type State } from 'fengari';
import { pushText } from './values';

const { lua } = fengari;

/** @param pushNothing pushes what Lua has for null: a value of its own in JSON, nil in MessagePack */
export function pushParsed(state: State, value: unknown, pushNothing: (state: State) => void): void {
  if (typeof value === 'string') return pushText(state, value);
  if (typeof value === 'number') return lua.lua_pushnumber(state, value);
  if (typeof value === 'boolean') return lua.lua_pushboolean(state, value);
  if (typeof value !== 'object' || value === null) return pushNothing(state);
  lua.lua_createtable(state, 0, 0);
  if (Array.isArray(value))
    value.forEach((item, index) => {
      pushParsed(state, item, pushNothing);
      lua.lua_rawseti(state, -2, index + 1);
    });
  else
    for (const [name, item] of value instanceof Map ? value : Object.entries(value)) {
      pushParsed(state, name, pushNothing);
      pushParsed(state, item, pushNothing);
      lua.lua_settable(state, -3);
    }
}
