/** One Redis node as the locks see it: scripts by their digest, and commands that wait at the same time sent together. */
import { ok, type Reply, type Request, type Script, type Value } from '../model/request';
import type { LockClient, RedisCommand } from './client';
import { digestOf } from './digest';
import { failureOf } from './failure';
import type { Load } from './load';

/** Who waits for the reply to a command: under which number, and from which node. */
interface Sink {
  readonly take: (place: number, node: number, reply: Reply) => void;
}

/** A command for one node, and who waits for its reply. */
export class Sending {
  private answer: Promise<unknown> | null = null;

  constructor(
    private readonly node: LockNode,
    readonly command: RedisCommand,
    readonly request: Request,
    readonly sink: Sink,
    readonly place: number,
  ) {}

  /** Sends it at once, or puts it off to go with others. `listen` is to be called before anything else happens. */
  send(): void {
    if (!this.node.putsOff(this)) this.sendNow();
  }

  sendNow(): void {
    this.answer = this.node.client.request(this.command);
  }

  listen(): void {
    this.answer?.then(
      (value) => this.node.succeed(this, value),
      (thrown) => this.node.fail(this, thrown),
    );
  }
}

export class LockNode {
  /** Scripts that this node has been given. */
  private readonly known = new Set<Script>();
  private queue: Sending[] = [];

  constructor(
    readonly client: LockClient,
    private readonly index: number,
    private readonly load: Load,
  ) {}

  /** Never fails: what went wrong is the reply. Scripts that the node has forgotten are sent once more in full. */
  ready(request: Request, sink: Sink, place: number): Sending {
    const { script } = request;
    const isKnown = script === undefined || this.known.has(script.script);
    return new Sending(this, isKnown ? commandOf(request) : inFull(request), request, sink, place);
  }

  /** Whether it goes out later, together with others. */
  putsOff(sending: Sending): boolean {
    if (!this.load.isShared || this.client.requestAll === undefined) return false;
    if (this.queue.push(sending) === 1) this.load.putOff(this);
    return true;
  }

  /** Sends what has been put off. */
  flush(): void {
    const { queue } = this;
    this.queue = [];
    const { requestAll } = this.client;
    if (queue.length === 1 || requestAll === undefined) {
      for (const sending of queue) sending.sendNow();
      for (const sending of queue) sending.listen();
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

  succeed({ command, request, sink, place }: Sending, value: unknown): void {
    if (command[0] === 'EVAL' && request.script) this.known.add(request.script.script);
    sink.take(place, this.index, replyOf(value as Value));
  }

  fail({ command, request, sink, place }: Sending, thrown: unknown): void {
    const failure = failureOf(thrown);
    const isUnknown = failure.kind === 'error' && failure.message.startsWith('NOSCRIPT');
    if (isUnknown && command[0] === 'EVALSHA') {
      const again = new Sending(this, inFull(request), request, sink, place);
      again.send();
      again.listen();
    } else sink.take(place, this.index, failure);
  }
}

/** What grants mostly say. */
const saidOk = ok('OK');
const saidOne = ok(1);

const replyOf = (value: Value): Reply => (value === 'OK' ? saidOk : value === 1 ? saidOne : ok(value));

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
