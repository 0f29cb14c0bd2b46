/** Whether anything is left to happen in a live run: messages under way, keys that will expire. Sees events and nothing else. */
import type { LiveEvent } from '../liveEvent';

/** What nobody heard of for so long was lost without a word. */
const forgottenAfterNanos = 15_000_000_000;
/** What has arrived at a server is served at once, unless it waits there for something else to happen. */
const servedWithinNanos = 1_000_000_000;
/** A server frees a key some time after its expiry, and a proxy learns of it later still. */
const expiryGraceNanos = 1_500_000_000;

const nanosPerMicro = 1000;

export class Quiet {
  /** By when each message under way, or at a server's door, is forgotten. */
  private readonly messages = new Map<string, number>();
  /** Each process tells in its own time: that a message was sent may be heard after what became of it. */
  private readonly ended = new Set<string>();
  /** By when each entry that expires should be gone. */
  private readonly entries = new Map<string, number>();

  see(event: LiveEvent): void {
    const { stampNanos } = event;
    switch (event.kind) {
      case 'sent': {
        const message = String(event.columns.message);
        if (!this.messages.has(message)) this.keep(message, stampNanos + forgottenAfterNanos);
        return;
      }
      case 'arrived': {
        const message = String(event.columns.message);
        if (!isRequest(message)) return this.end(message);
        return this.keep(message, stampNanos + servedWithinNanos);
      }
      case 'received':
      case 'lost':
        return this.end(String(event.columns.message));
      case 'entrySet': {
        const expiresIn = Number(event.columns.expiresIn ?? -1);
        const key = `${event.process} ${event.columns.entry}`;
        if (expiresIn < 0) this.entries.delete(key);
        else this.entries.set(key, stampNanos + expiresIn * nanosPerMicro + expiryGraceNanos);
        return;
      }
      case 'entryGone':
        this.entries.delete(`${event.process} ${event.columns.entry}`);
        return;
      default:
        return;
    }
  }

  isQuiet(nowNanos: number): boolean {
    for (const untilNanos of this.messages.values()) if (untilNanos > nowNanos) return false;
    for (const dueAt of this.entries.values()) if (dueAt > nowNanos) return false;
    return true;
  }

  private keep(message: string, untilNanos: number): void {
    if (!this.ended.has(message)) this.messages.set(message, untilNanos);
  }

  private end(message: string): void {
    this.ended.add(message);
    this.messages.delete(message);
  }
}

/** Replies and pushes are named after the request, or the connection, on which they come. */
const isRequest = (message: string): boolean => !/[!>]/.test(message);
