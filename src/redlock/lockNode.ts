/** One Redis node as the locks see it: scripts by their digest, and commands that wait at the same time sent together. */
import { ok, type Reply, type Request, type Value } from '../model/request';
import type { LockClient, RedisCommand } from './client';
import { digestOf } from './digest';
import { failureOf } from './failure';
import type { Load } from './load';

/** Who waits for the reply to a command: under which number, and from which node. */
interface Sink {
  readonly take: (place: number, node: number, reply: Reply) => void;
}

class Sending {
  constructor(
    readonly command: RedisCommand,
    readonly request: Request,
    readonly sink: Sink,
    readonly place: number,
  ) {}
}

export class LockNode {
  /** Scripts that this node has been given. */
  private readonly known = new Set<string>();
  private queue: Sending[] = [];

  constructor(
    readonly client: LockClient,
    private readonly index: number,
    private readonly load: Load,
  ) {}

  /** Never fails: what went wrong is the reply. Scripts that the node has forgotten are sent once more in full. */
  ask(request: Request, sink: Sink, place: number): void {
    const { script } = request;
    const isKnown = script === undefined || this.known.has(digestOf(script.script));
    this.send(new Sending(isKnown ? commandOf(request) : inFull(request), request, sink, place));
  }

  /** Sends what has been put off. */
  flush(): void {
    const { queue } = this;
    this.queue = [];
    const { requestAll } = this.client;
    if (queue.length === 1 || requestAll === undefined) {
      for (const sending of queue) this.sendNow(sending);
      return;
    }
    requestAll(queue.map(({ command }) => command)).then(
      (answers) => {
        for (let i = 0; i < queue.length; i++) {
          const answer = answers[i];
          if (answer instanceof Error) this.fail(queue[i] as Sending, answer);
          else this.succeed(queue[i] as Sending, answer);
        }
      },
      (thrown) => {
        for (const sending of queue) this.fail(sending, thrown);
      },
    );
  }

  private send(sending: Sending): void {
    if (!this.load.isShared || this.client.requestAll === undefined) this.sendNow(sending);
    else if (this.queue.push(sending) === 1) this.load.putOff(this);
  }

  private sendNow(sending: Sending): void {
    this.client.request(sending.command).then(
      (value) => this.succeed(sending, value),
      (thrown) => this.fail(sending, thrown),
    );
  }

  private succeed({ command, request, sink, place }: Sending, value: unknown): void {
    if (command[0] === 'EVAL' && request.script) this.known.add(digestOf(request.script.script));
    sink.take(place, this.index, ok(value as Value));
  }

  private fail({ command, request, sink, place }: Sending, thrown: unknown): void {
    const failure = failureOf(thrown);
    const isUnknown = failure.kind === 'error' && failure.message.startsWith('NOSCRIPT');
    if (isUnknown && command[0] === 'EVALSHA') this.send(new Sending(inFull(request), request, sink, place));
    else sink.take(place, this.index, failure);
  }
}

/** With the script itself, which the node keeps from then on. */
const inFull = ({ command, args, script }: Request): RedisCommand =>
  script === undefined ? [command, ...args] : ['EVAL', script.script.lua, script.keyCount, ...args];

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
