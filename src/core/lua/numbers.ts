/**
 * Numbers as in Lua 5.1: every number is a double, and is written with "%.14g". Fengari is Lua 5.3 with 32-bit
 * integers, which would cut off milliseconds since 1970.
 */
import fengari from 'fengari';
import object from 'fengari/src/lobject.js';
import strings from 'fengari/src/lstring.js';

/** A number as C's printf writes it with `%g` and this many digits. */
export function general(value: number, digits: number): string {
  if (Number.isNaN(value)) return value < 0 ? '-nan' : 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', power = '0'] = value.toExponential(digits - 1).split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < digits) return withoutZeros(value.toFixed(Math.max(0, digits - 1 - exponent)));
  return `${withoutZeros(mantissa)}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

const withoutZeros = (digits: string): string => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);

/** Converts a text that Lua accepts as a number. NaN: it is not a number. */
function numberOf(text: string): number {
  const plain = text.trim();
  if (/^[+-]?0x[\da-f]+$/i.test(plain))
    return plain.startsWith('-') ? -Number(plain.slice(1)) : Number(plain.replace('+', ''));
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}

/** Makes every number of fengari a double. Call it before a state is made. */
export function makeDoubles(): void {
  const { prototype } = object.TValue;
  prototype.ttisinteger = () => false;
  prototype.ttisfloat = function () {
    return this.ttnov() === fengari.lua.LUA_TNUMBER;
  };
  prototype.setivalue = function (value) {
    this.setfltvalue(value);
  };
  prototype.chgfltvalue = function (value) {
    this.setfltvalue(value);
  };
  prototype.chgivalue = prototype.chgfltvalue;
  object.luaO_str2num = (text, into) => {
    const end = text.indexOf(0);
    const size = end < 0 ? text.length : end;
    const value = numberOf(fengari.to_jsstring(text.subarray(0, size)));
    if (Number.isNaN(value)) return 0;
    into.setfltvalue(value);
    return size + 1;
  };
  object.luaO_tostring = (state, cell) =>
    cell.setsvalue(strings.luaS_bless(state, fengari.to_luastring(general(Number(cell.value), 14))));
}
