/**
 * Makes untrusted texts safe for a terminal, which would obey their control characters (colors, a new title, typed
 * keys), and for a page, where some of these reverse the words.
 */

/**
 * C0 except the line feed, DEL, C1, line and paragraph separators, the characters that change the direction of writing,
 * and halves of surrogate pairs, which no encoding can write.
 */
const control =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\p{Cs}]/gu;

/** The text with each control character shown as JSON writes it, `\u001b`, so that JSON stays JSON. */
export const visible = (text: string): string =>
  text.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Invisible characters, which can hide words for a program: format characters, variation selectors. */
const hidden = /\p{Cf}|\p{Variation_Selector}/gu;

/** The same for a program as reader: invisible characters are shown as well. */
export const visibleToAll = (text: string): string =>
  visible(text).replace(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
