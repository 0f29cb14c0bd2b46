/** Turns the bytes of a file into text, or reports which other encoding they have. */
import type { Text } from '../../values/text';
import * as problems from './problems';

export type FileText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: Text };

/**
 * A mark at the beginning (BOM) is not part of the text.
 *
 * @param utf8 decodes UTF-8 without such a mark, and throws if the bytes are not UTF-8: the pure folders have no
 * decoder
 */
export function fileText(bytes: Uint8Array, utf8: (bytes: Uint8Array) => string): FileText {
  const other = otherEncoding(bytes);
  if (other !== null) return { ok: false, problem: problems.otherEncoding(other) };
  try {
    return { ok: true, text: utf8(bytes) };
  } catch {
    // Such bytes come from an older encoding or a picture.
    return { ok: false, problem: problems.notUtf8 };
  }
}

/** Found by its mark, or by zeros: a valid file begins with two characters of one byte each. */
function otherEncoding([first, second, third, fourth]: Uint8Array): string | null {
  const isLittle = first === 0xff && second === 0xfe;
  if ((isLittle && third === 0 && fourth === 0) || (first === 0 && second === 0)) return 'UTF-32';
  return isLittle || (first === 0xfe && second === 0xff) || first === 0 || second === 0 ? 'UTF-16' : null;
}
