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
};

export const keyCap = (code: string): string => caps[code] ?? code.replace(/^(Key|Digit)/, '');
