/** Names that a look-up in any object finds, though nobody has put them there. */
export const everyObjectHas = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'] as const;
