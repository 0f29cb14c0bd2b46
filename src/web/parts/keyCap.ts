/** What is printed on a key, derived from its position on the keyboard (`event.code`). */

const caps: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  Delete: 'Del',
  Escape: 'Esc',
  Slash: '/',
  Equal: '+',
  Minus: '−',
  BracketLeft: '[',
  BracketRight: ']',
  Period: '.',
  PageDown: 'Page ↓',
  PageUp: 'Page ↑',
};

export const keyCap = (code: string): string => caps[code] ?? code.replace(/^(Key|Digit)/, '');

/** What is pressed for `Ctrl+Shift+KeyZ`, and for `BracketLeft BracketRight`. */
export const capsOf = (keys: string): readonly string[] => keys.replace('Shift+Slash', '?').split(/[+ ]/).map(keyCap);
