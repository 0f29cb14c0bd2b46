/** The acquisition behind an event at the resource: the last one of its client when the client sent the request. */
import { type AcquiredHold, type HoldSpan, isAcquired } from './holdSpans';
import type { Messages } from './messageSpans';

/** The parts of an event at the resource that identify its writer. */
export interface ResourceRequest {
  readonly seq: number;
  readonly client: number;
  /** The number of its request's message; −1: there is no request. */
  readonly message: number;
}

export class Writers {
  private readonly byClient = new Map<number, AcquiredHold[]>();

  constructor(
    holds: readonly HoldSpan[],
    private readonly messages: Messages,
  ) {
    for (const hold of holds.filter(isAcquired).sort((a, b) => a.acquiredSeq - b.acquiredSeq)) {
      const of = this.byClient.get(hold.process) ?? [];
      of.push(hold);
      this.byClient.set(hold.process, of);
    }
  }

  /** null: its client has never been inside. A slow request belongs to the round that sent it. */
  holdOf({ seq, client, message }: ResourceRequest): AcquiredHold | null {
    const row = message < 0 ? -1 : this.messages.rowOf(message);
    const sentSeq = row < 0 ? seq : this.messages.sentSeq(row);
    return this.byClient.get(client)?.findLast(({ acquiredSeq }) => acquiredSeq < sentSeq) ?? null;
  }
}
