/** The prefix behind `#` in an address that holds a reader's own code. */
export const codeMark = 'c=';

export const isCodeLink = (hash: string): boolean => hash.replace(/^#/, '').startsWith(codeMark);
