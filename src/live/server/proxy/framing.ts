/** Cuts a stream of RESP2 into messages, each with its value and its exact bytes. Knows no command. */
import Parser, { type RespValue } from 'redis-parser';

interface FramingOptions {
  readonly onFrame: (value: RespValue, bytes: Buffer) => void;
  /** The bytes are not RESP2. Everything after them is dropped. */
  readonly onBroken: (problem: string) => void;
}

const nothing = Buffer.alloc(0);

export class Framing {
  private readonly parser: Parser;
  /** Bytes that have come and do not yet form a complete message. */
  private rest: Buffer = nothing;
  private isBroken = false;

  constructor(private readonly options: FramingOptions) {
    this.parser = new Parser({
      returnReply: (value) => this.take(value),
      returnError: (error) => this.take(error),
      returnFatalError: (error) => this.breakOff(error),
    });
  }

  push(bytes: Buffer): void {
    if (this.isBroken) return;
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    this.parser.execute(bytes);
  }

  private take(value: RespValue): void {
    if (this.isBroken) return;
    const { buffer, offset } = this.parser;
    // The parser's buffer and ours both end at the last byte so far, so its unread part is also the end of ours.
    const end = this.rest.length - (buffer === null ? 0 : buffer.length - offset);
    const bytes = this.rest.subarray(0, end);
    this.rest = this.rest.subarray(end);
    this.options.onFrame(value, bytes);
  }

  private breakOff(error: Error): void {
    if (this.isBroken) return;
    this.isBroken = true;
    this.rest = nothing;
    this.options.onBroken(error.message);
  }
}
