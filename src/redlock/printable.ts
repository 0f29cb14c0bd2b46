/**
 * The errors of clients, as far as a log may show them. A client's error may carry the command that failed, with all
 * its arguments: after a failed login, that is AUTH with the password.
 */

/** The properties that are kept. Everything else may hold anything. */
const shown: ReadonlySet<string | symbol> = new Set(
  'name message stack cause errors code errno syscall address port'.split(' '),
);

/** A server repeats the words of a command that it does not know. */
const wordsSaid = /,? with args beginning with:.*/s;

const depthMax = 5;

/** The error itself if it shows nothing more; otherwise a copy of the same class. */
export function printable(error: Error, depth = 0): Error {
  const { message, stack, cause } = error;
  const inside = (thrown: unknown): unknown => {
    if (thrown instanceof Error) return depth < depthMax ? printable(thrown, depth + 1) : undefined;
    return typeof thrown === 'object' || typeof thrown === 'function' ? undefined : thrown;
  };
  const errors: unknown = Reflect.get(error, 'errors');
  const text = message.replace(wordsSaid, '');
  const kept = {
    message: text,
    stack: stack?.replace(message, () => text),
    cause: inside(cause),
    errors: Array.isArray(errors) ? errors.map(inside) : undefined,
  };
  const isKept = (one: unknown, index: number): boolean => one === kept.errors?.[index];
  const areKept = Array.isArray(errors) ? errors.every(isKept) : errors === undefined;
  const isAllShown = Reflect.ownKeys(error).every((key) => shown.has(key));
  if (text === message && kept.cause === cause && areKept && isAllShown) return error;
  const copy = new Error(text);
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
  for (const [key, value] of Object.entries(kept))
    if (value !== undefined) Object.defineProperty(copy, key, { value, writable: true, configurable: true });
  for (const key of Object.keys(error))
    if (shown.has(key) && !(key in kept)) Reflect.set(copy, key, Reflect.get(error, key));
  return copy;
}
