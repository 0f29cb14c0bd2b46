/** The part of the package that is used here. Its published types would also need those of Express. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  import type { BrotliOptions } from 'node:zlib';

  type Fits = (request: IncomingMessage, response: ServerResponse) => boolean;
  interface Compression {
    (options: {
      readonly filter: Fits;
      readonly brotli: BrotliOptions;
    }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
    /** Decides by the type of the content. */
    readonly filter: Fits;
  }
  const compression: Compression;
  export = compression;
}
