/** Commands and their answers as texts and numbers of a trace. */

const textMost = 200;

/** Whether the server computes the new value from its own. */
export const readsItself = ([name = '']: readonly string[]): boolean =>
  !/^(SET|SETEX|PSETEX|GETSET|HSET|HMSET|MSET|RESTORE)$/.test(name);

export const cutText = (text: string): string => (text.length > textMost ? `${text.slice(0, textMost)}…` : text);

/** A script is named by its first words, since its text is long. */
export const textOf = ([name = '', ...args]: readonly string[]): string => {
  const isScript = name === 'EVAL' || name === 'EVALSHA';
  return cutText([name, ...(isScript ? args.slice(2) : args)].join(' '));
};

export const isError = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && 'error' in answer;

export function answerText(answer: unknown): string {
  if (answer === null || answer === undefined) return 'nil';
  if (isError(answer)) return String((answer as { readonly error: unknown }).error);
  return Array.isArray(answer) ? answer.map(answerText).join(' ') : String(answer);
}

/** A value that is a whole number as it is; otherwise its version. */
export const numberIn = (text: string, otherwise: number): number =>
  /^-?\d{1,9}$/.test(text) ? Number(text) : otherwise;
