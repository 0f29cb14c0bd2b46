/** Text in lines, for pictures: an SVG wraps nothing by itself. */

/** Chinese breaks between any two signs, but never before a mark that closes. */
const unbreakable = /[^\s\u3000-\u9fff\uff00-\uffef]+\s*|[\s\S][、。，；：！？」』）》”]*\s*/gu;

/** Words in lines of at most this width. A longer word has a line of its own. */
export function linesWithin(text: string, width: number, widthOf: (line: string) => number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const [part] of text.matchAll(unbreakable)) {
    if (line !== '' && widthOf((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return [...lines, line.trimEnd()];
}
