/** The part of `redis-parser` that is used here. The package has no types of its own. RESP2 alone. */
declare module 'redis-parser' {
  /** An error is an Error with the server's message. */
  export type RespValue = string | number | null | Error | readonly RespValue[];

  interface ParserOptions {
    readonly returnReply: (reply: RespValue) => void;
    readonly returnError: (error: Error) => void;
    /** The bytes are not RESP2, and nothing more can be read. */
    readonly returnFatalError?: (error: Error) => void;
  }

  // biome-ignore lint/style/noDefaultExport: the package exports its class so.
  export default class Parser {
    constructor(options: ParserOptions);
    execute(bytes: Buffer): void;
    /** The bytes that came last, with `offset` telling how many of them are read; null when all are. */
    readonly buffer: Buffer | null;
    readonly offset: number;
  }
}
