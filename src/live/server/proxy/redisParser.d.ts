/** The part of `redis-parser` that is used here, for RESP2 only. The package has no types of its own. */
declare module 'redis-parser' {
  /** An error is an Error with the server's message. */
  export type RespValue = string | number | null | Error | readonly RespValue[];

  interface ParserOptions {
    /** Texts come as bytes, which `RespValue` does not say. */
    readonly returnBuffers?: boolean;
    readonly returnReply: (reply: RespValue) => void;
    readonly returnError: (error: Error) => void;
    /** The bytes are not RESP2, and nothing more can be read. */
    readonly returnFatalError?: (error: Error) => void;
  }

  // biome-ignore lint/style/noDefaultExport: the package exports its class this way.
  export default class Parser {
    constructor(options: ParserOptions);
    execute(bytes: Buffer): void;
    /** The last bytes that came; `offset` of them are read. null when all are read. */
    readonly buffer: Buffer | null;
    readonly offset: number;
  }
}
