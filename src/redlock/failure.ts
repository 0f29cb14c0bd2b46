/** Turns failures into replies and keeps the client's own error. */
import type { Reply } from '../core/model/effects/request';
import { NodeTimeoutError } from './errors';
import { printable } from './printable';

/** A reply with the error behind it. */
export type Failure = Exclude<Reply, { readonly kind: 'ok' }> & { readonly error: Error };

/** Redis's own errors begin with a word in capitals: `NOSCRIPT No matching script.` */
const isOfServer = ({ message }: Error): boolean => /^[A-Z]{2,}\b/.test(message);

/** Turns a client's rejection into a reply. */
export function failureOf(thrown: unknown): Failure {
  const error = printable(errorFrom(thrown));
  return isOfServer(error) ? { kind: 'error', message: error.message, error } : { kind: 'closed', error };
}

/** A value thrown by a user's code, as an error. It may be anything, even an object that cannot become a text. */
export function errorFrom(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  try {
    return new Error(String(thrown), { cause: thrown });
  } catch {
    return new Error('Something was thrown that is no error.', { cause: thrown });
  }
}

/** @param reason why there is no connection. Null: there is one, or it is not known. */
export const timeoutAfter = (ms: number, reason: string | null): Failure => ({
  kind: 'timeout',
  error: new NodeTimeoutError(ms, reason),
});

/** The error of a reply that is not `ok`. */
export const errorOf = (reply: Exclude<Reply, { readonly kind: 'ok' }>): Error =>
  (reply as Partial<Failure>).error ??
  new Error(reply.kind === 'error' ? reply.message : `The connection was ${reply.kind}.`);
