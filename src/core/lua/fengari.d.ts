/** The part of fengari that this folder uses. Fengari has no types of its own. */
declare module 'fengari' {
  export interface State {
    readonly luaState: unique symbol;
  }
  type Text = Uint8Array;
  type Run = (state: State) => number;
  interface Lua {
    readonly [type: `LUA_T${string}`]: number;
    readonly LUA_MASKCOUNT: number;
    readonly LUA_REGISTRYINDEX: number;
    readonly lua_absindex: (state: State, index: number) => number;
    readonly lua_atnativeerror: (state: State, handler: Run) => void;
    readonly lua_call: (state: State, argumentCount: number, returned: number) => void;
    readonly lua_checkstack: (state: State, more: number) => boolean;
    readonly lua_createtable: (state: State, items: number, fields: number) => void;
    readonly lua_error: (state: State) => never;
    readonly lua_getfield: (state: State, index: number, name: Text) => number;
    readonly lua_gettop: (state: State) => number;
    readonly lua_next: (state: State, index: number) => number;
    readonly lua_pcall: (state: State, argumentCount: number, returned: number, handler: number) => number;
    readonly lua_pop: (state: State, count: number) => void;
    readonly lua_pushboolean: (state: State, value: boolean) => void;
    readonly lua_pushcfunction: (state: State, run: Run) => void;
    readonly lua_pushlightuserdata: (state: State, value: unknown) => void;
    readonly lua_pushnil: (state: State) => void;
    readonly lua_pushnumber: (state: State, value: number) => void;
    readonly lua_pushstring: (state: State, text: Text) => void;
    readonly lua_pushvalue: (state: State, index: number) => void;
    readonly lua_rawgeti: (state: State, index: number, key: number) => number;
    readonly lua_rawseti: (state: State, index: number, key: number) => void;
    readonly lua_setfield: (state: State, index: number, name: Text) => void;
    readonly lua_sethook: (state: State, hook: Run, mask: number, count: number) => void;
    readonly lua_settable: (state: State, index: number) => void;
    readonly lua_settop: (state: State, top: number) => void;
    readonly lua_toboolean: (state: State, index: number) => boolean;
    readonly lua_tonumber: (state: State, index: number) => number;
    readonly lua_tostring: (state: State, index: number) => Text;
    readonly lua_touserdata: (state: State, index: number) => unknown;
    readonly lua_type: (state: State, index: number) => number;
  }
  interface Auxiliary {
    readonly luaL_error: (state: State, text: Text) => never;
    readonly luaL_loadbuffer: (state: State, text: Text, size: number, name: Text) => number;
    readonly luaL_newstate: () => State;
    readonly luaL_ref: (state: State, index: number) => number;
  }
  const fengari: {
    readonly lua: Lua;
    readonly lauxlib: Auxiliary;
    readonly lualib: { readonly luaL_openlibs: (state: State) => void };
    readonly to_luastring: (text: string) => Text;
    readonly to_jsstring: (text: Text) => string;
  };
  // biome-ignore lint/style/noDefaultExport: the package exports it this way.
  export default fengari;
}

declare module 'fengari/src/lobject.js' {
  interface Cell {
    ttnov(): number;
    ttisfloat(): boolean;
    ttisinteger(): boolean;
    setfltvalue(value: number): void;
    setivalue(value: number): void;
    chgivalue(value: number): void;
    chgfltvalue(value: number): void;
    setsvalue(text: unknown): void;
    vslen(): number;
    /** Users of fengari may store their own values here. */
    [key: symbol]: { bytes: number } | undefined;
    type: number;
    value: unknown;
  }
  const object: {
    TValue: { prototype: Cell };
    luaO_str2num: (text: Uint8Array, into: Cell) => number;
    luaO_tostring: (state: unknown, cell: Cell) => void;
  };
  // biome-ignore lint/style/noDefaultExport: the package exports it this way.
  export default object;
}

declare module 'fengari/src/lstring.js' {
  const strings: { luaS_bless: (state: unknown, text: Uint8Array) => unknown };
  // biome-ignore lint/style/noDefaultExport: the package exports it this way.
  export default strings;
}
