/**
 * The settings of the clients with which the libraries are compared: those of quorum-lock, and those of the others. The
 * last ones are the best of each with many locks at a time, because quorum-lock needs no automatic pipelines.
 */
import type { ClientOptions } from '../../test/support/haltableServers';

interface ClientSettings {
  readonly ours: ClientOptions;
  readonly others: ClientOptions;
}

const same = (options: ClientOptions): ClientSettings => ({ ours: options, others: options });

export const clientSettings: Readonly<Record<string, ClientSettings>> = {
  defaults: same({}),
  enableAutoPipelining: same({ enableAutoPipelining: true }),
  keyPrefix: same({ keyPrefix: 'app:' }),
  'defaults against enableAutoPipelining': { ours: {}, others: { enableAutoPipelining: true } },
};
