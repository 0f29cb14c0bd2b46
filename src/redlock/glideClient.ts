/**
 * Clients of Valkey GLIDE (package `@valkey/valkey-glide`) behind the interface of the locks. Only their shape is known
 * here. A client has one connection for everything, which a blocking command would block, so waiters poll.
 */
import type { LockClient } from './client';

/** The part of GlideClient and GlideClusterClient of version 1 and 2 that is used here. */
export interface GlideLike {
  readonly customCommand: (args: string[]) => Promise<unknown>;
  readonly close: (reason?: string) => void;
}

export const isGlide = (client: object): client is GlideLike =>
  typeof (client as Partial<GlideLike>).customCommand === 'function';

export function wrapGlide(client: GlideLike): LockClient {
  const request: LockClient['request'] = async (command) => {
    try {
      return await client.customCommand(command.map(String));
    } catch (thrown) {
      throw asServerSaid(thrown);
    }
  };
  return 'ssubscribe' in client || 'fcallWithRoute' in client ? { request, isCluster: true } : { request };
}

/**
 * The error in the server's own words. GLIDE renames the kinds of errors: `An error was signalled by the server: -
 * NoScriptError: No matching script.` for `NOSCRIPT No matching script.`
 */
function asServerSaid(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  if (thrown.message === '') return new Error('The client was closed.', { cause: thrown });
  const [, kind, text] = /^An error was signalled by the server: - (\w+): (.*)$/s.exec(thrown.message) ?? [];
  if (kind === undefined) return thrown;
  return new Error(`${words[kind] ?? kind.replace(/Error$/, '').toUpperCase()} ${text}`, { cause: thrown });
}

/** The words of Redis that differ by more than capitals. */
const words: Readonly<Record<string, string>> = { ResponseError: 'ERR', PermissionDenied: 'NOPERM' };
