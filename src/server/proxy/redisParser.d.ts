/** What is used of `redis-parser`, which has no types of its own. RESP2 alone. */
declare module 'redis-parser' {
  /** An error is an Error; its message is the server's. */
  export type RespValue = string | number | null | Error | readonly RespValue[];

  interface ParserOptions {
    readonly returnReply: (reply: RespValue) => void;
    readonly returnError: (error: Error) => void;
    /** The bytes are no RESP2: nothing more can be read. */
    readonly returnFatalError?: (error: Error) => void;
  }

  // biome-ignore lint/style/noDefaultExport: the package exports its class so.
  export default class Parser {
    constructor(options: ParserOptions);
    execute(bytes: Buffer): void;
    /** What has come last, and how much of it is read; null: all of it. */
    readonly buffer: Buffer | null;
    readonly offset: number;
  }
}
