// How wide the signs of a font are: what a TrueType file says in its tables `cmap`, `hmtx` and `head`.
// https://learn.microsoft.com/typography/opentype/spec/

/**
 * @param {Buffer} font
 * @returns {(sign: number) => number | undefined} in ems; undefined: the font does not have the sign
 */
export function widthsOf(font) {
  const tables = tablesOf(font);
  const glyphOf = glyphsOf(tables('cmap'));
  const unitsPerEm = tables('head').readUInt16BE(18);
  const metrics = tables('hmtx');
  const metricCount = tables('hhea').readUInt16BE(34);
  return (sign) => {
    const glyph = glyphOf(sign);
    // All glyphs after the last metric are as wide as it is.
    return glyph === 0 ? undefined : metrics.readUInt16BE(Math.min(glyph, metricCount - 1) * 4) / unitsPerEm;
  };
}

/** @param {Buffer} font */
function tablesOf(font) {
  /** @type {Map<string, Buffer>} */
  const found = new Map();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = 12 + i * 16;
    const from = font.readUInt32BE(at + 8);
    found.set(font.toString('latin1', at, at + 4), font.subarray(from, from + font.readUInt32BE(at + 12)));
  }
  return (/** @type {string} */ name) => {
    const table = found.get(name);
    if (table === undefined) throw new Error(`The font has no table ${name}.`);
    return table;
  };
}

/**
 * Signs of two bytes, which is format 4.
 * @param {Buffer} cmap
 * @returns {(sign: number) => number} 0: the font does not have it
 */
function glyphsOf(cmap) {
  const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_one, i) => cmap.readUInt32BE(8 + i * 8));
  const start = starts.find((at) => cmap.readUInt16BE(at) === 4);
  if (start === undefined) throw new Error('The font has no cmap of format 4.');
  const table = cmap.subarray(start);
  const size = table.readUInt16BE(6);
  const [ends, begins, deltas, ranges] = [14, 16 + size, 16 + size * 2, 16 + size * 3];
  return (sign) => {
    for (let i = 0; i < size; i += 2) {
      if (sign > table.readUInt16BE(ends + i)) continue;
      const begin = table.readUInt16BE(begins + i);
      if (sign < begin) return 0;
      const delta = table.readUInt16BE(deltas + i);
      const range = table.readUInt16BE(ranges + i);
      if (range === 0) return (sign + delta) & 0xffff;
      const glyph = table.readUInt16BE(ranges + i + range + (sign - begin) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
