/**
 * Messages that servers send to one process without a request: an inbox for each topic, and the task that waits for
 * its next message.
 */
import type { Take } from '../model/effects/effect';
import { connectionClosed, ok, type Reply } from '../model/effects/request';
import type { ProcessId } from '../model/scenario/processId';
import { kindNumber } from '../model/trace/trace';
import type { Message } from './message';
import type { ProgramHost } from './programHost';
import { InboxState, type RunningTask } from './task';
import type { World } from './world';

export class Inboxes {
  private readonly all: InboxState[] = [];

  constructor(
    private readonly world: World,
    private readonly host: ProgramHost,
  ) {}

  /** The inbox of a topic. A program that listens again first gets what has come meanwhile. */
  from(process: ProcessId, topic: string): InboxState {
    const from = this.world.resolve(this.host, process).index;
    const knownInbox = this.find(from, topic);
    if (knownInbox) return knownInbox;
    const inbox = new InboxState(this.all.length, from, topic);
    this.all.push(inbox);
    return inbox;
  }

  /** The next message, or the notice that no message will ever come. Null: the task waits for it. */
  take(task: RunningTask, { inbox: { id }, timeout }: Take['what']): Reply | null {
    const inbox = this.all[id];
    const waiting = inbox?.messages.shift();
    if (waiting || !inbox || inbox.closed) return waiting ?? connectionClosed;
    inbox.taker = task;
    task.waiting = inbox;
    inbox.timer = timeout === null ? null : this.host.arm(timeout, task);
    return null;
  }

  /** Takes in a server's message. */
  push(message: Message): void {
    const { world, host } = this;
    const { from, id, request, reply } = message;
    world.trace.write(world.now, kindNumber.received, host.index, from.index, id, 1);
    const inbox = this.find(from.index, String(request.args[0]));
    if (inbox) this.deliver(inbox, reply ?? ok(null));
  }

  close(inbox: InboxState): void {
    inbox.closed = true;
    if (inbox.taker) this.deliver(inbox, connectionClosed);
  }

  /** Closes the inboxes of a process whose connection is closed. */
  closeFrom(process: number): void {
    for (const inbox of this.all.filter(({ from }) => from === process)) this.close(inbox);
  }

  hears(process: number): boolean {
    return this.all.some(({ from }) => from === process);
  }

  /** Forgets all inboxes: the process is gone, and no task listens any more. */
  forget(): void {
    this.all.length = 0;
  }

  private find(from: number, topic: string): InboxState | undefined {
    return this.all.find((inbox) => inbox.from === from && inbox.topic === topic && !inbox.closed);
  }

  private deliver(inbox: InboxState, reply: Reply): void {
    const { taker } = inbox;
    if (taker === null) {
      inbox.messages.push(reply);
      return;
    }
    inbox.taker = null;
    this.host.disarm(inbox.timer);
    this.host.answer(taker, reply);
  }
}
