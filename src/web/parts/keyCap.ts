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

/** What a tip says of `Ctrl+KeyZ`, and of `BracketLeft BracketRight`: `Ctrl Z`, `[ ]`. */
export const printed = (keys: string): string => keys.split(' ').flatMap(capsOf).join(' ');

/** What is pressed together for `Ctrl+Shift+KeyZ`. */
export const capsOf = (keys: string): readonly string[] => keys.replace('Shift+Slash', '?').split('+').map(keyCap);
