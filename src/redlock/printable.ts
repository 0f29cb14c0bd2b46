/**
 * The errors of clients, as far as a log may show them. A client's error may carry the command that failed, with all
 * its arguments: after a failed login, that is AUTH with the password.
 */

/** What an error may have of its own. */
const safeFields: ReadonlySet<string | symbol> = new Set([
  'name',
  'message',
  'stack',
  'code',
  'errno',
  'syscall',
  'address',
  'port',
]);

const causesMax = 5;

/** The error itself if it shows nothing more; otherwise a copy of the same class, with its words, code and causes. */
export function printable(error: Error, causes = 0): Error {
  // A server repeats the words of a command that it does not know.
  const safeText = (text: unknown): string => String(text).replace(/,? with args beginning with:.*/g, '');
  const message = safeText(error.message);
  if (message === error.message && Reflect.ownKeys(error).every((key) => safeFields.has(key))) return error;
  const { cause, stack, code } = Object(error);
  const copy = new Error(message);
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
  copy.stack = safeText(stack);
  if (cause instanceof Error && causes < causesMax) copy.cause = printable(cause, causes + 1);
  return code === undefined ? copy : Object.assign(copy, { code });
}
