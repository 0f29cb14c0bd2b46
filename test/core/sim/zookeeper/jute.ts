// Jute, the encoding of ZooKeeper's messages: big-endian numbers, and texts and buffers after their length.

export class JuteWriter {
  private readonly parts: Buffer[] = [];

  int(value: number): this {
    const part = Buffer.alloc(4);
    part.writeInt32BE(value);
    this.parts.push(part);
    return this;
  }

  long(value: bigint): this {
    const part = Buffer.alloc(8);
    part.writeBigInt64BE(BigInt.asIntN(64, value));
    this.parts.push(part);
    return this;
  }

  boolean(value: boolean): this {
    this.parts.push(Buffer.from([value ? 1 : 0]));
    return this;
  }

  buffer(value: Uint8Array): this {
    this.int(value.length);
    this.parts.push(Buffer.from(value));
    return this;
  }

  text(value: string): this {
    return this.buffer(Buffer.from(value, 'utf8'));
  }

  /** The message after its length. */
  frame(): Buffer {
    const message = Buffer.concat(this.parts);
    const length = Buffer.alloc(4);
    length.writeInt32BE(message.length);
    return Buffer.concat([length, message]);
  }
}

export class JuteReader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  int(): number {
    this.at += 4;
    return this.bytes.readInt32BE(this.at - 4);
  }

  long(): bigint {
    this.at += 8;
    return this.bytes.readBigInt64BE(this.at - 8);
  }

  /** A length of −1 means null. */
  buffer(): Buffer {
    const length = Math.max(0, this.int());
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text(): string {
    return this.buffer().toString('utf8');
  }

  texts(): readonly string[] {
    return Array.from({ length: Math.max(0, this.int()) }, () => this.text());
  }
}
