/** One Redis node as the locks see it: scripts by their digest, and commands that wait at the same time sent together. */
import type { Request, Script } from '../model/request';
import type { LockClient, Prepared, RedisCommand, Taker } from './client';
import { digestOf } from './digest';
import type { Load } from './load';

/** What has been put off. */
interface PutOff {
  readonly command: RedisCommand;
  readonly taker: Taker;
  readonly place: number;
}

export class LockNode {
  /** Scripts that this node was given: as long as it remembers them, their digests are enough. */
  private readonly known = new Set<Script>();
  private queue: PutOff[] = [];

  constructor(
    readonly client: LockClient,
    private readonly load: Load,
  ) {}

  /** Ready to be sent; null: put off, to go with others. The taker hears of it later, under the number of the place. */
  prepare(request: Request, taker: Taker, place: number): Prepared | null {
    const { script } = request;
    const isKnown = script === undefined || this.known.has(script.script);
    return this.ready(isKnown ? commandOf(request) : this.inFull(request), taker, place);
  }

  /** With the script itself, once the node has said that it does not know it. */
  sendInFull(request: Request, taker: Taker, place: number): void {
    this.ready(this.inFull(request), taker, place)?.send();
  }

  /** The node has said that it does not know it. */
  forget({ script }: Request): void {
    if (script !== undefined) this.known.delete(script.script);
  }

  /** The node keeps the script from then on. */
  private inFull({ command, args, script }: Request): RedisCommand {
    if (script === undefined) return [command, ...args];
    this.known.add(script.script);
    return ['EVAL', script.script.lua, script.keyCount, ...args];
  }

  private ready(command: RedisCommand, taker: Taker, place: number): Prepared | null {
    const { client, load } = this;
    // Nothing overtakes what has been put off: a release may follow the very request that waits there.
    const isFree = !load.isShared && this.queue.length === 0;
    if (isFree || client.requestAll === undefined) return prepared(client, command, taker, place);
    if (this.queue.push({ command, taker, place }) === 1) load.putOff(this);
    return null;
  }

  /** Sends what has been put off. */
  flush(): void {
    const { queue, client } = this;
    this.queue = [];
    if (queue.length === 1 || client.requestAll === undefined) {
      for (const { command, taker, place } of queue) prepared(client, command, taker, place).send();
      return;
    }
    client.requestAll(queue.map(({ command }) => command)).then(
      (answers) => {
        for (let i = 0; i < queue.length; i++) {
          const { taker, place } = queue[i] as PutOff;
          const answer = answers[i];
          if (answer instanceof Error) taker.fail(place, answer);
          else taker.succeed(place, answer);
        }
      },
      (thrown) => {
        for (const { taker, place } of queue) taker.fail(place, thrown);
      },
    );
  }
}

function prepared(client: LockClient, command: RedisCommand, taker: Taker, place: number): Prepared {
  if (client.prepare !== undefined) return client.prepare(command, taker, place);
  const send = (): void => {
    client.request(command).then(
      (value) => taker.succeed(place, value),
      (thrown) => taker.fail(place, thrown),
    );
  };
  return { send };
}

/** The same request goes to all nodes, one after the other: its words are put together once. */
let requestLast: Request | null = null;
let commandLast: RedisCommand = [];

function commandOf(request: Request): RedisCommand {
  if (request === requestLast) return commandLast;
  const { command, args, script } = request;
  requestLast = request;
  commandLast =
    script === undefined ? [command, ...args] : ['EVALSHA', digestOf(script.script), script.keyCount, ...args];
  return commandLast;
}
