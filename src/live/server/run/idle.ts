/**
 * Whether anything is left to happen in a live run: messages under way, requests being served, keys that will expire.
 * It sees only events, in the order of their reports, and a reply may be reported before its request.
 */
import { type LiveEvent, type MessageName, replyName } from '../liveEvent';
import { nanosPerMicro, nanosPerSecond } from '../nanos';

/** A message without a report for this long was lost silently. */
const forgottenAfterNanos = 15 * nanosPerSecond;
/** A busy server answers within this time. A server that lets its client wait, or that crashed, may never answer. */
const servedWithinNanos = 1.5 * nanosPerSecond;
/** A server frees a key some time after its expiry, and the proxy learns of it later still. */
const expiryGraceNanos = 1.5 * nanosPerSecond;

export class Idle {
  /** Messages with more events to come, and until when to wait for those. */
  private readonly messages = new Map<MessageName, number>();
  /** Messages without more events to come. */
  private readonly over = new Set<MessageName>();
  /** By when each entry that expires should be gone. */
  private readonly entries = new Map<string, number>();

  see(event: LiveEvent): void {
    const { stampNanos } = event;
    switch (event.kind) {
      case 'sent': {
        const message = String(event.columns.message);
        // A reply shows that its request was served.
        if (message.endsWith('!')) this.end(message.slice(0, -1));
        return this.await(message, stampNanos + forgottenAfterNanos);
      }
      case 'arrived': {
        const message = String(event.columns.message);
        if (isRequest(message)) return this.await(message, stampNanos + servedWithinNanos);
        return this.end(message);
      }
      case 'lost':
        return this.end(String(event.columns.message));
      case 'closed':
        if (typeof event.columns.message !== 'string') return;
        this.end(event.columns.message);
        return this.end(replyName(event.columns.message));
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
    for (const until of this.messages.values()) if (until > nowNanos) return false;
    for (const until of this.entries.values()) if (until > nowNanos) return false;
    return true;
  }

  private await(message: MessageName, untilNanos: number): void {
    if (!this.over.has(message)) this.messages.set(message, untilNanos);
  }

  private end(message: MessageName): void {
    this.over.add(message);
    this.messages.delete(message);
  }
}

/** Whether it is neither a reply nor a message that a server sends unasked. */
const isRequest = (message: MessageName): boolean => !message.endsWith('!') && !message.includes('>');
