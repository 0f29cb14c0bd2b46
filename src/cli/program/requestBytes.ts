/** Cuts the bytes of a Redis client into commands: lists of texts, or one line of words. */
import { fromBytes } from '../../core/model/values/bytes';
import type { Command } from '../../sandbox/attack/resp/conversation';

/** The longest command that is read, in bytes. */
const commandBytesMax = 16 * 1024 * 1024;
const wordsMax = 2 ** 31 - 1;
/** The longest line that is read, in bytes. */
const lineMax = 64 * 1024;

/** What a real server answers before it closes the connection. */
export class ProtocolError extends Error {}

const nothing = Buffer.alloc(0);

export class RequestBytes {
  private pieces: Buffer[] = [];
  private length = 0;
  /** The rest is not worth reading before it is this long. */
  private needed = 1;

  /** @throws ProtocolError after the commands before it */
  *push(bytes: Buffer): Generator<Command> {
    this.pieces.push(bytes);
    this.length += bytes.length;
    if (this.length > commandBytesMax) throw new ProtocolError(`a command of more than ${commandBytesMax} bytes`);
    if (this.length < this.needed) return;
    const all = Buffer.concat(this.pieces);
    let at = 0;
    for (let next = commandAt(all, at); next !== null; next = commandAt(all, at)) {
      if ('needed' in next) {
        this.needed = next.needed - at;
        break;
      }
      if (next.words.length > 0) yield next.words;
      at = next.end;
    }
    const rest = at === all.length ? nothing : all.subarray(at);
    this.pieces = rest.length === 0 ? [] : [rest];
    this.length = rest.length;
    if (rest.length === 0) this.needed = 1;
  }
}

/** `needed`: how long the bytes must be before it is worth another look. */
type Next = { readonly words: Command; readonly end: number } | { readonly needed: number };

/** Null: there is nothing to read. */
function commandAt(bytes: Buffer, from: number): Next | null {
  if (from >= bytes.length) return null;
  const head = lineAt(bytes, from);
  if (head === null) return { needed: bytes.length + 1 };
  if (bytes[from] !== asterisk) return { words: inlineWords(head.text), end: head.end };
  const count = Number(head.text.slice(1));
  if (!Number.isInteger(count) || count > wordsMax) throw new ProtocolError('invalid multibulk length');
  const words: string[] = [];
  let at = head.end;
  for (let i = 0; i < count; i++) {
    const line = lineAt(bytes, at);
    if (line === null) return { needed: bytes.length + 1 };
    if (bytes[at] !== dollar) throw new ProtocolError(`expected '$', got '${line.text.slice(0, 1)}'`);
    const length = Number(line.text.slice(1));
    if (!Number.isInteger(length) || length < 0 || length > commandBytesMax)
      throw new ProtocolError('invalid bulk length');
    at = line.end + length + 2;
    if (at > bytes.length) return { needed: at };
    words.push(fromBytes(bytes.subarray(line.end, line.end + length)));
  }
  return { words, end: at };
}

/** One word of a line: in double quotes with escapes, in single quotes, or up to the next space. */
const inlineWord = /\s*(?:"((?:[^"\\]|\\.)*)"(?=\s|$)|'((?:[^'\\]|\\.)*)'(?=\s|$)|([^\s"']+)(?=\s|$))/y;

function inlineWords(line: string): Command {
  const words: string[] = [];
  const rest = line.trim();
  inlineWord.lastIndex = 0;
  while (inlineWord.lastIndex < rest.length) {
    const match = inlineWord.exec(rest);
    if (match === null) throw new ProtocolError('unbalanced quotes in request');
    const [, double, single, plain = ''] = match;
    const text = double?.replace(inlineEscape, unescaped) ?? single?.replaceAll("\\'", "'") ?? plain;
    words.push(fromBytes(Buffer.from(text, 'latin1')));
  }
  return words;
}

const inlineEscape = /\\(?:x([0-9a-fA-F]{2})|(.))/g;
const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', a: '\x07' };
const unescaped = (_: string, hex: string | undefined, letter = ''): string =>
  hex === undefined ? (escaped[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16));

const [asterisk, dollar] = [0x2a, 0x24];

/** Null: the line has not ended. */
function lineAt(bytes: Buffer, from: number): { readonly text: string; readonly end: number } | null {
  const end = bytes.indexOf('\n', from);
  if (end < 0 && bytes.length - from > lineMax) throw new ProtocolError('too big inline request');
  if (end < 0) return null;
  return { text: bytes.toString('latin1', from, end).trimEnd(), end: end + 1 };
}
