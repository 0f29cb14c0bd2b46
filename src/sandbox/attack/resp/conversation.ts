/**
 * The commands and answers of one connection to Redis, with answers in the order of the commands. Commands about the
 * connection are answered here; commands for the server travel. It knows no socket and no bytes.
 */
import { mayBlock } from '../../../core/model/effects/request';
import { asAnswerTo } from './answerTypes';
import { type About, answerAbout, okay, Unable, wrongArity } from './connectionCommands';
import { NoList, Push, ServerError, Status } from './replies';

/** The server as seen by a connection. `failed`: the connection has ended. */
export interface Server {
  readonly ask: (command: Command, answered: (answer: unknown) => void) => void;
  /** Sends the commands between MULTI and EXEC, of which there may be none. Null: a watched key has changed. */
  readonly exec: (commands: readonly Command[], answered: (answers: readonly unknown[] | null) => void) => void;
  readonly subscribe: (channel: string, opened: () => void, onText: (text: unknown) => void) => void;
  /** Null: the command is known. Otherwise, why the simulated server cannot do it. */
  readonly refusal: (command: Command) => string | null;
  /** Absent: the server has one database, which every number names. */
  readonly select?: (database: string, answered: (answer: unknown) => void) => void;
  /** A transaction ends without being carried out: nothing is watched any more. Absent: nothing need be done. */
  readonly discard?: () => void;
  /** Why the server would not even queue this command. Absent: that is not known. */
  readonly malformed?: (command: Command) => string | null;
}

export type Command = readonly string[];

/** Receives the answers. */
export interface Listener {
  readonly sendValue: (value: unknown, version: 2 | 3) => void;
  /** The client sent QUIT. */
  readonly left: () => void;
}

interface Slot {
  value: unknown;
  isDone: boolean;
  readonly onSent: () => void;
}

/** A connection of RESP 2 that listens cannot tell an answer from a message otherwise. */
const whileListening = /^(SUBSCRIBE|UNSUBSCRIBE|PING|QUIT|RESET|HELLO)$/;

/** These are carried out at once, or not at all. */
const notQueued = /^(EXEC|DISCARD|MULTI|WATCH|QUIT|RESET)$/;

const abortedExec = "EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command";

const noWords = (): void => {};

export class Conversation {
  private readonly slots: Slot[] = [];
  private readonly about: About;
  /** The commands since MULTI. Null: there is no transaction. */
  private queued: Command[] | null = null;
  /** A command of the transaction could not be queued. */
  private isSpoiled = false;
  /** The answers to MULTI and to what follows it in one piece. With EXEC in that piece, they come with its answer. */
  private held: (() => void)[] = [];
  private readonly channels = new Set<string>();
  private blocking = 0;
  private hasLeft = false;

  constructor(
    private readonly server: Server,
    private readonly listener: Listener,
  ) {
    const isKnown = (name: string): boolean => server.refusal([name]) === null;
    this.about = { name: null, version: 2, isKnown, commandCount: 240 };
  }

  /** Whether the server makes the client wait for an item. */
  get waits(): boolean {
    return this.blocking > 0;
  }

  take(command: Command): void {
    if (this.hasLeft) return;
    const [word = '', ...args] = command;
    const name = word.toUpperCase();
    if (this.queued !== null && !notQueued.test(name)) return this.queue([name, ...args]);
    if (this.about.version === 2 && this.channels.size > 0 && !whileListening.test(name))
      return this.say(new ServerError(notWhileListening(word)));
    switch (name) {
      case 'MULTI':
        if (this.queued !== null) return this.say(new ServerError('ERR MULTI calls can not be nested'));
        if (args.length > 0) return this.say(wrongArity(name));
        this.queued = [];
        this.isSpoiled = false;
        return this.hold(okay);
      case 'DISCARD':
        return this.discard();
      case 'EXEC':
        return args.length > 0 ? this.say(new ServerError(abortedExec)) : this.exec();
      case 'WATCH':
        if (this.queued !== null) return this.say(new ServerError('ERR WATCH inside MULTI is not allowed'));
        return this.ask([name, ...args]);
      case 'SUBSCRIBE':
        if (args.length === 0) return this.say(wrongArity(name));
        for (const channel of args) this.subscribe(channel);
        return;
      case 'UNSUBSCRIBE':
        return this.unsubscribe(args.length > 0 ? args : [...this.channels]);
      case 'SELECT':
        return args.length === 1 ? this.select(args[0] ?? '') : this.say(wrongArity(name));
      case 'QUIT':
        return this.leave(okay);
      case 'RESET':
        return this.reset();
      default: {
        if (name === 'PING' && this.about.version === 2 && this.channels.size > 0)
          return this.say(args.length > 1 ? wrongArity(name) : new Push(['pong', args[0] ?? '']));
        const answer = this.answerHere(name, args);
        return answer === undefined ? this.ask([name, ...args]) : this.say(answer);
      }
    }
  }

  /** The connection ends with an error, after the answers to what came before. */
  end(problem: string): void {
    if (!this.hasLeft) this.leave(new ServerError(problem));
  }

  private leave(last: unknown): void {
    this.hasLeft = true;
    const slot = this.open(() => this.listener.left());
    this.fill(slot, last);
  }

  /** Undefined: the server has to answer. */
  private answerHere(name: string, args: Command): unknown {
    const answer = answerAbout(this.about, name, args);
    return answer instanceof Unable ? new ServerError(this.server.refusal([answer.what]) ?? 'ERR') : answer;
  }

  private discard(): void {
    if (this.queued === null) return this.say(new ServerError('ERR DISCARD without MULTI'));
    this.queued = null;
    this.server.discard?.();
    this.say(okay);
  }

  private reset(): void {
    this.queued = null;
    this.server.discard?.();
    for (const channel of this.channels) this.server.ask(['UNSUBSCRIBE', channel], noWords);
    this.channels.clear();
    this.server.select?.('0', noWords);
    this.about.name = null;
    this.about.version = 2;
    this.say(new Status('RESET'));
  }

  private select(database: string): void {
    if (this.server.select === undefined) return this.say(okay);
    const slot = this.open();
    this.server.select(database, (answer) => this.fill(slot, answer === 'OK' ? okay : answer));
  }

  private queue(command: Command): void {
    const [name = '', ...args] = command;
    const refusal = this.refusalInQueue(name, args);
    if (refusal === null) this.queued?.push(command);
    else this.isSpoiled = true;
    this.hold(refusal === null ? new Status('QUEUED') : new ServerError(refusal));
  }

  private refusalInQueue(name: string, args: Command): string | null {
    if (answerAbout({ ...this.about }, name, args) !== undefined) return null;
    if (name === 'SELECT' && this.server.select !== undefined) return null;
    if (/^(UN)?SUBSCRIBE$/.test(name)) return this.server.refusal([`${name} in MULTI`]);
    return this.server.refusal([name, ...args]) ?? this.server.malformed?.([name, ...args]) ?? null;
  }

  private hold(value: unknown): void {
    const slot = this.open();
    this.held.push(() => this.fill(slot, value));
  }

  /** A piece of commands has ended. */
  pieceEnds(): void {
    for (const say of this.held.splice(0)) say();
  }

  private exec(): void {
    const commands = this.queued;
    this.queued = null;
    if (commands === null) return this.say(new ServerError('ERR EXEC without MULTI'));
    if (this.isSpoiled) {
      this.server.discard?.();
      this.pieceEnds();
      return this.say(new ServerError('EXECABORT Transaction discarded because of previous errors.'));
    }
    const slot = this.open();
    const held = this.held.splice(0);
    const isHere = ([name = '', ...args]: Command): boolean => answerAbout({ ...this.about }, name, args) !== undefined;
    const theirs = commands.filter((command) => !isHere(command));
    this.server.exec(theirs, (answers) => {
      for (const say of held) say();
      const rest = [...(answers ?? [])];
      const all = commands.map((command) => {
        const [name = '', ...args] = command;
        return isHere(command) ? this.answerHere(name, args) : asAnswerTo(command, rest.shift() ?? null);
      });
      this.fill(slot, answers === null ? new NoList() : all);
    });
  }

  private ask(command: Command): void {
    const refusal = this.server.refusal(command);
    if (refusal !== null) return this.say(new ServerError(refusal));
    const slot = this.open();
    const waits = mayBlock({ command: command[0] ?? '', args: [] }) ? 1 : 0;
    this.blocking += waits;
    this.server.ask(command, (answer) => {
      this.blocking -= waits;
      this.fill(slot, asAnswerTo(command, answer));
    });
  }

  private unsubscribe(channels: readonly string[]): void {
    if (channels.length === 0) return this.say(new Push(['unsubscribe', null, 0]));
    for (const channel of channels) {
      const slot = this.open();
      this.channels.delete(channel);
      const left = this.channels.size;
      this.server.ask(['UNSUBSCRIBE', channel], () => this.fill(slot, new Push(['unsubscribe', channel, left])));
    }
  }

  private subscribe(channel: string): void {
    const slot = this.open();
    this.channels.add(channel);
    const count = this.channels.size;
    this.server.subscribe(
      channel,
      () => this.fill(slot, new Push(['subscribe', channel, count])),
      (text) => this.listener.sendValue(new Push(['message', channel, text]), this.about.version),
    );
  }

  private say(value: unknown): void {
    this.fill(this.open(), value);
  }

  private open(onSent = noWords): Slot {
    const slot = { value: undefined, isDone: false, onSent };
    this.slots.push(slot);
    return slot;
  }

  private fill(slot: Slot, value: unknown): void {
    slot.value = value;
    slot.isDone = true;
    while (this.slots[0]?.isDone === true) {
      const first = this.slots.shift();
      this.listener.sendValue(first?.value, this.about.version);
      first?.onSent();
    }
  }
}

const notWhileListening = (name: string): string =>
  `ERR Can't execute '${name.toLowerCase()}': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context`;
