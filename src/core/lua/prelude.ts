/** The globals of a script besides `redis`, KEYS and ARGV: the parts of Lua 5.1 that Redis keeps. Written in Lua. */
export const prelude = `
local stop, make, format, tonumber_in, random, seed, redis, cjson, cmsgpack = ...
local pcall0, xpcall0, error, select, rep, tostring0 = pcall, xpcall, error, select, string.rep, tostring
local tonumber0, load0, setmetatable0, unpack0 = tonumber, load, setmetatable, table.unpack
local globals = {}
local environment = {}
local function readonly(held)
  return setmetatable0({}, {
    __index = held,
    __newindex = function() error('Attempt to modify a readonly table', 2) end,
    __pairs = function() return next, held, nil end,
    __metatable = false,
  })
end
local gsub = string.gsub
-- Fengari counts lines in doubles, too.
local function go_on(ok, said, ...)
  stop()
  if not ok and type(said) == 'string' then said = gsub(said, 'user_script:(%d+)%.0:', 'user_script:%1:') end
  return ok, said, ...
end
local function of(from, names)
  local held = {}
  for name in names:gmatch('%S+') do held[name] = from[name] end
  return held
end
string.rep = function(text, count, between)
  local size = #tostring0(text) * (tonumber0(count) or 0)
  if size > 16777216 then error('resulting string too large', 2) end
  if size > 0 then make(size) end
  return rep(text, count)
end
string.format = function(...)
  local text = format(...)
  make(#text)
  return text
end
string.gfind = string.gmatch
for name in ('char lower reverse sub upper'):gmatch('%S+') do
  local run = string[name]
  string[name] = function(...)
    local text = run(...)
    make(#text)
    return text
  end
end
-- What each match becomes is counted before all of it is joined.
string.gsub = function(text, pattern, by, most)
  if type(by) == 'string' then
    local size = #by
    if by:find('%', 1, true) then size = size + #by * #tostring0(text) / 2 end
    if size * (#tostring0(text) + 1) > 16777216 then
      local _, count = gsub(text, pattern, '%0', most)
      make(size * count)
    end
  elseif type(by) == 'table' or type(by) == 'function' then
    local of = by
    by = function(...)
      local piece
      if type(of) == 'table' then piece = of[(...)] else piece = of(...) end
      if type(piece) == 'string' then make(#piece) end
      return piece
    end
  end
  return gsub(text, pattern, by, most)
end
local concat = table.concat
table.concat = function(held, between, from, to)
  local size = 0
  for place = from or 1, to or #held do
    local piece = held[place]
    if type(piece) == 'string' then size = size + #piece end
    if between then size = size + #tostring0(between) end
  end
  make(size)
  return concat(held, between, from, to)
end
local function written(value)
  if type(value) == 'number' then return '' .. value end
  return tostring0(value)
end
getmetatable('').__metatable = false
local base = of(_G, 'assert error getmetatable ipairs next pairs rawequal rawget rawset select setmetatable type collectgarbage')
base.tostring = written
base._VERSION = 'Lua 5.1'
base._G = environment
base.unpack = unpack0
base.pcall = function(...) return go_on(pcall0(...)) end
base.xpcall = function(run, handler) return go_on(xpcall0(run, handler)) end
base.tonumber = function(value, radix)
  if radix == nil or radix == 10 then return tonumber0(value) end
  return tonumber_in(tostring0(value), radix)
end
base.loadstring = function(text, name) return load0(text, name or text, 't', environment) end
local tables = of(table, 'concat insert remove sort')
tables.getn = function(held) return #held end
tables.maxn = function(held)
  local most = 0
  for key in next, held do if type(key) == 'number' and key > most then most = key end end
  return most
end
local maths = of(math, 'abs ceil floor fmod huge max min modf pi sqrt')
maths.mod = maths.fmod
maths.pow = function(a, b) return a ^ b end
maths.random = random
maths.randomseed = seed
base.string = readonly(of(string, 'byte char find format gfind gmatch gsub len lower match rep reverse sub upper'))
base.table = readonly(tables)
base.math = readonly(maths)
base.redis = readonly(redis)
base.cjson = readonly(cjson)
if cmsgpack then base.cmsgpack = readonly(cmsgpack) end
setmetatable0(environment, {
  __index = function(_, name)
    local value = globals[name]
    if value == nil then value = base[name] end
    if value == nil then
      error("Script attempted to access nonexistent global variable '" .. tostring0(name) .. "'", 2)
    end
    return value
  end,
  __newindex = function() error('Attempt to modify a readonly table', 2) end,
  __metatable = false,
})
local function load_script(text) return load0(text, '@user_script', 't', environment) end
local function set(keys, given) globals.KEYS, globals.ARGV = keys, given end
return load_script, set
`;
