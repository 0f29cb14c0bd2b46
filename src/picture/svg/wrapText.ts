/** Breaks text into lines for pictures, because SVG does not wrap text. */

/** Chinese breaks between any two characters, but never before a closing mark. */
const unbreakable = /[^\s\u3000-\u9fff\uff00-\uffef]+\s*|[\s\S][、。，；：！？」』）》”]*\s*/gu;

/** Words in lines of at most this width. A longer word gets its own line. */
export function wrapText(text: string, width: number, widthOf: (line: string) => number): readonly string[] {
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
