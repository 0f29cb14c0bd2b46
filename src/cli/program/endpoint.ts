/**
 * The port at which one client reaches one server. Every command passes a gate before the server executes it, and its
 * answer another before the client gets it, so that a fault can strike in between. It knows no fault.
 */
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';
import { toBytes } from '../../core/model/values/bytes';
import { type Command, Conversation, type Server } from '../../sandbox/attack/resp/conversation';
import { written } from '../../sandbox/attack/resp/replies';
import { NotSimulated } from '../../sandbox/own/commands';
import { ProtocolError, RequestBytes } from './requestBytes';

/** A command on its way. */
export interface Call {
  /** Counted from 1. */
  readonly client: number;
  /** Counted from 0. */
  readonly server: number;
  readonly connection: number;
  /** The command in capitals, and its arguments. Several in a transaction. */
  readonly commands: readonly Command[];
}

export interface Gate {
  /** Called when a command has come. It is executed when the promise resolves. Null: at once. */
  readonly before: (call: Call) => Promise<void> | null;
  /** Called with the answer. It goes to the client when the promise resolves to true. False: it is lost. Null: at once. */
  readonly after: (call: Call, answer: unknown) => Promise<boolean> | null;
  /** Why a command is not executed: it is not simulated, or no command at all. */
  readonly refused: (problem: string) => void;
}

/** What the endpoint asks: the simulated server, or a real one. */
export interface Backend extends Server {
  readonly leave: () => void;
}

/** How many commands of one connection may wait before no more of it is read. */
const waitingMax = 1000;

export class Endpoint {
  private readonly sockets = new Set<Socket>();
  private readonly server: NetServer;
  private connections = 0;
  /** New connections are reset. */
  isRefusing = false;

  constructor(
    private readonly where: { readonly client: number; readonly server: number },
    private readonly connect: (connection: number) => Backend,
    private readonly gate: Gate,
  ) {
    this.server = createServer((socket) => this.accept(socket));
  }

  /** Listens on a free port of 127.0.0.1. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `redis://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resets every connection. */
  reset(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(socket: Socket): void {
    if (this.isRefusing) return void socket.resetAndDestroy();
    this.sockets.add(socket);
    const connection = this.connections++;
    const backend = this.connect(connection);
    const gated = gatedServer({ socket, backend, gate: this.gate, where: { ...this.where, connection } });
    const conversation = new Conversation(gated, {
      sendValue: (value, version) => socket.write(toBytes(written(value, version))),
      left: () => socket.end(),
    });
    const requests = new RequestBytes();
    let isFirst = true;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => {
      // A greeting of TLS begins like that, and no command does.
      if (isFirst && bytes[0] === 0x16) {
        this.gate.refused('TLS');
        socket.end('-ERR TLS is not simulated\r\n');
        return;
      }
      isFirst = false;
      try {
        for (const command of requests.push(bytes)) conversation.take(command);
        conversation.pieceEnds();
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        this.gate.refused(error.message);
        conversation.end(`ERR Protocol error: ${error.message}`);
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.sockets.delete(socket);
      backend.leave();
    });
  }
}

interface Line {
  readonly socket: Socket;
  readonly backend: Backend;
  readonly gate: Gate;
  readonly where: Omit<Call, 'commands'>;
}

/** The server behind the gate: one command after the other, as a server reads them. */
function gatedServer({ socket, backend, gate, where }: Line): Server {
  let [latest, waiting] = [Promise.resolve(), 0];
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const inTurn = (
    commands: readonly Command[],
    execute: (done: (answer: unknown) => void) => void,
    answered: (answer: unknown) => void,
  ): void => {
    const call: Call = { ...where, commands };
    if (++waiting > waitingMax) socket.pause();
    latest = latest.then(async () => {
      const held = gate.before(call);
      if (held !== null) await held;
      if (socket.destroyed) return;
      const answer = await Promise.race([
        new Promise<unknown>((resolveAnswer) => attempt(() => execute(resolveAnswer), resolveAnswer)),
        closed,
      ]);
      const problem = unableIn(answer);
      if (problem !== null) gate.refused(problem);
      const sending = gate.after(call, answer);
      const arrives = sending === null || (await sending);
      if (--waiting <= waitingMax / 2 && socket.isPaused()) socket.resume();
      if (!arrives) socket.resetAndDestroy();
      else if (!socket.destroyed) answered(answer);
    });
  };
  /** What no fault hits. */
  const inOrder = (act: () => void): void => {
    latest = latest.then(act);
  };
  return {
    ask: (command, answered) => inTurn([command], (done) => backend.ask(command, done), answered),
    exec: (commands, answered) =>
      inTurn(
        commands,
        (done) => backend.exec(commands, done),
        (answer) => answered(Array.isArray(answer) ? answer : null),
      ),
    subscribe: (channel, opened, onText) => inOrder(() => backend.subscribe(channel, opened, onText)),
    refusal: (command) => {
      const problem = backend.refusal(command);
      if (problem !== null) gate.refused(problem);
      return problem;
    },
    select: (database, answered) => inOrder(() => backend.select?.(database, answered)),
    discard: () => inOrder(() => backend.discard?.()),
    malformed: (command) => backend.malformed?.(command) ?? null,
  };
}

/** A command that is not simulated is refused by its text. */
function attempt(execute: () => void, done: (answer: unknown) => void): void {
  try {
    execute();
  } catch (error) {
    if (!(error instanceof NotSimulated)) throw error;
    done({ error: `ERR ${error.message}` });
  }
}

/** What a known command could not do, in the words of the simulated server. Null: it could. */
function unableIn(answer: unknown): string | null {
  const text = typeof answer === 'object' && answer !== null && 'error' in answer ? String(answer.error) : '';
  return / not simulated/.test(text) ? text.replace(/^ERR /, '') : null;
}
