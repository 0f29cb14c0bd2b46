/** The part of an address behind `#` that is a reader's own code begins with it. */
export const codeMark = 'c=';

export const isCodeLink = (hash: string): boolean => hash.replace(/^#/, '').startsWith(codeMark);
