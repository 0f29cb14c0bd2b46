/** The name of a file or folder, made from an id: `token-lock` → `tokenLock`. */
export const camelCase = (id: string): string => id.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
