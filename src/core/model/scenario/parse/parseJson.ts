/**
 * Reads JSON from outside. It refuses two things that `JSON.parse` accepts silently: a field that occurs twice, where
 * only the last would count, and a number so large that it would become infinite.
 */
import { createScanner, type JSONScanner, type SyntaxKind } from 'jsonc-parser';
import type { Text } from '../../values/text';
import * as problems from './problems';

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Text };

/** Cost: linear, and no recursion, however deep the text is nested. */
export function parseJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: problems.notJson(error instanceof Error ? error.message : String(error)) };
  }
  const problem = lossIn(text);
  return problem === null ? { ok: true, value } : { ok: false, problem };
}

// The package has these as a const enum, whose values cannot be imported one file at a time.
const openBrace: SyntaxKind.OpenBraceToken = 1;
const closeBrace: SyntaxKind.CloseBraceToken = 2;
const openBracket: SyntaxKind.OpenBracketToken = 3;
const closeBracket: SyntaxKind.CloseBracketToken = 4;
const comma: SyntaxKind.CommaToken = 5;
const aString: SyntaxKind.StringLiteral = 10;
const aNumber: SyntaxKind.NumericLiteral = 11;
const end: SyntaxKind.EOF = 17;

/** The first thing in a valid JSON text that its parsed value would lose. */
function lossIn(text: string): Text | null {
  const scanner = createScanner(text, true);
  /** The fields so far of each object that is open; null for a list. */
  const open: (Set<string> | null)[] = [];
  let before: SyntaxKind = end;
  for (let token = scanner.scan(); token !== end; before = token, token = scanner.scan()) {
    if (token === openBrace) open.push(new Set());
    else if (token === openBracket) open.push(null);
    else if (token === closeBrace || token === closeBracket) open.pop();
    else if (token === aString && (before === openBrace || before === comma)) {
      const fields = open.at(-1);
      const name = scanner.getTokenValue();
      if (fields?.has(name)) return problems.twiceThere(positionOf(scanner), name);
      fields?.add(name);
    } else if (token === aNumber && !Number.isFinite(Number(scanner.getTokenValue())))
      return problems.tooLargeNumber(positionOf(scanner), scanner.getTokenValue());
  }
  return null;
}

const positionOf = (scanner: JSONScanner): problems.TextPosition => ({
  line: scanner.getTokenStartLine() + 1,
  column: scanner.getTokenStartCharacter() + 1,
});
