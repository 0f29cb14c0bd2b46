/** Whether anything is left to happen in a live run: messages under way, keys that will expire. Sees events and nothing else. */
import type { LiveEvent } from '../liveEvent';

/** What nobody heard of for so long was lost without a word. */
const forgottenAfterNanos = 15_000_000_000;
/** A server frees a key some time after its expiry, and a proxy learns of it later still. */
const expiryGraceNanos = 1_500_000_000;

const nanosPerMicro = 1000;

export class Quiet {
  /** When each message under way was sent. */
  private readonly messages = new Map<string, number>();
  /** By when each entry that expires should be gone. */
  private readonly entries = new Map<string, number>();

  see(event: LiveEvent): void {
    const { stampNanos } = event;
    switch (event.kind) {
      case 'sent':
        this.messages.set(String(event.columns.message), stampNanos);
        return;
      case 'arrived':
      case 'lost':
        this.messages.delete(String(event.columns.message));
        return;
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
    for (const sentAt of this.messages.values()) if (sentAt > nowNanos - forgottenAfterNanos) return false;
    for (const dueAt of this.entries.values()) if (dueAt > nowNanos) return false;
    return true;
  }
}
