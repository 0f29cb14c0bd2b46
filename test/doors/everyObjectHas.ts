/** Names that a look-up finds in any object although nobody put them there. */
export const everyObjectHas = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'] as const;
