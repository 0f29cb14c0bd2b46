/** node-redlock 5 beta with its types, which a modern compiler does not find in its package. */
import type * as Beta from '../node_modules/redlock/dist/index';

// @ts-expect-error There are types, but its `exports` do not name them.
const beta: typeof Beta = await import('redlock');

export const BetaRedlock = beta.default;
export type BetaRedlock = Beta.default;
/** Its types belong to an older ioredis. */
export type BetaClients = ConstructorParameters<typeof Beta.default>[0];
