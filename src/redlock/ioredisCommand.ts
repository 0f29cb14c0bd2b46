/**
 * One command for many nodes. ioredis encodes a command anew for each connection, and answers with a promise. Here it
 * is encoded once, and a taker receives the answer. The command goes through the client's own `sendCommand` and is
 * otherwise the same: queued while there is no connection, traced, and timed. With the client's own methods instead,
 * the benchmark counts 8 % fewer cycles of acquire and release one at a time, and 18 % fewer with 32 at a time (`npm
 * run bench -- library`, ours : raw).
 */
import type { Prepared, RedisCommand, Taker } from './client';
import type { IoredisLike } from './ioredisClient';

interface Options {
  readonly replyEncoding: 'utf8';
  readonly keyPrefix?: string;
}

/** The part of ioredis' command class that is used here. */
declare class Sendable {
  constructor(name: string, args: readonly string[], options: Options);
  readonly promise: Promise<unknown>;
  reject: (error: Error) => void;
  toWritable(): string | Buffer;
  transformReply(reply: unknown): unknown;
}

interface Sender {
  readonly sendCommand: (command: Sendable) => Promise<unknown>;
  readonly options?: {
    readonly keyPrefix?: unknown;
    readonly showFriendlyErrorStack?: boolean;
  };
}

export type Prepare = (command: RedisCommand, taker: Taker, index: number) => Prepared;

type Make = (sender: Sender, command: RedisCommand, taker: Taker, index: number) => Prepared;

/** The commands of the clients of one lock. They share their encoded parts. */
export class IoredisCommands {
  /** Keyed by the class of the commands, because two versions of ioredis may be in use. */
  private readonly makers = new Map<typeof Sendable, Make>();

  /**
   * Returns how to prepare commands for a client. Null for a client that does more with a command than add a prefix to
   * its keys and send it. One with `enableAutoPipelining` is sent the commands directly: they are gathered anyway.
   */
  preparingFor(client: IoredisLike): Prepare | null {
    const sender = client as unknown as Sender;
    const { options } = sender;
    if (typeof sender.sendCommand !== 'function' || options === undefined) return null;
    const { keyPrefix, showFriendlyErrorStack } = options;
    if (showFriendlyErrorStack || typeof (keyPrefix ?? '') !== 'string') return null;
    const Command = commandClassOf(client);
    if (Command === null) return null;
    const make = this.makers.get(Command) ?? makerOf(Command);
    this.makers.set(Command, make);
    return (command, taker, index) => make(sender, command, taker, index);
  }
}

/**
 * The class of the commands that a pipeline sends. The pipeline used for this sends nothing. Null if there is no such
 * class.
 */
function commandClassOf(client: IoredisLike): typeof Sendable | null {
  let commandClass: unknown = null;
  const pipeline = client.pipeline() as { sendCommand: (command: object) => unknown; readonly ping?: () => unknown };
  pipeline.sendCommand = (command) => {
    commandClass = command.constructor;
    return pipeline;
  };
  pipeline.ping?.();
  const { prototype } = (commandClass ?? Object) as typeof Sendable;
  const isKnown = typeof prototype.toWritable === 'function' && typeof prototype.transformReply === 'function';
  return isKnown ? (commandClass as typeof Sendable) : null;
}

/** The encoded form of the latest command. It goes to all nodes, one after the other. */
interface Words {
  readonly command: RedisCommand;
  readonly prefix: unknown;
  readonly name: string;
  readonly args: readonly string[];
  written: string | Buffer | null;
}

function makerOf(Command: typeof Sendable): Make {
  class ReportingCommand extends Command implements Prepared {
    constructor(
      private readonly sender: Sender,
      private readonly words: Words,
      private readonly taker: Taker,
      private readonly index: number,
    ) {
      super(words.name, words.args, optionsFor(words));
      words.written ??= super.toWritable();
      const { reject } = this;
      this.reject = (error) => {
        // The taker is notified, so the promise need not be handled.
        this.promise.catch(nothing);
        reject(error);
        // A closed connection reports its error before the command was sent.
        queueMicrotask(() => taker.fail(index, error));
      };
    }

    send(): void {
      void this.sender.sendCommand(this);
    }

    override toWritable(): string | Buffer {
      return this.words.written ?? super.toWritable();
    }

    override transformReply(reply: unknown): unknown {
      const value = super.transformReply(reply);
      this.taker.succeed(this.index, value);
      return value;
    }
  }

  let latest: Words | null = null;
  return (sender, command, taker, index) => {
    const prefix = sender.options?.keyPrefix;
    if (latest?.command !== command || latest.prefix !== prefix) latest = wordsOf(command, prefix);
    return new ReportingCommand(sender, latest, taker, index);
  };
}

function wordsOf(command: RedisCommand, prefix: unknown): Words {
  const args: string[] = [];
  for (let i = 1; i < command.length; i++) {
    const word = command[i] as string | number;
    args.push(typeof word === 'string' ? word : String(word));
  }
  // ioredis flattens a copy of each command's arguments, which takes longer than everything else it does with them.
  args.flat = theSame;
  const name = command[0] as string;
  return { command, prefix, name: lowerCase[name] ?? name.toLowerCase(), args, written: null };
}

function theSame(this: unknown): never[] {
  return this as never[];
}

/** The names of the most frequent commands. */
const lowerCase: Readonly<Record<string, string>> = { SET: 'set', EVALSHA: 'evalsha' };

const nothing = (): void => {};

const utf8 = { replyEncoding: 'utf8' } as const;

/** The first command puts the prefix into the words, which all of them share. */
const optionsFor = ({ written, prefix }: Words): Options =>
  written === null && typeof prefix === 'string' ? { ...utf8, keyPrefix: prefix } : utf8;
