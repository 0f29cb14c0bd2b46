/** The part of dynalite that is used here. It has no types of its own. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** Without a path, its tables are in memory. */
  const dynalite: (options: { readonly createTableMs: number }) => Server;
  export = dynalite;
}
