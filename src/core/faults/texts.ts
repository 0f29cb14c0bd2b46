/**
 * The texts of a kind of fault in one language.
 */
import type { AnyFault } from '../model/scenario/fault';
import type { Ms } from '../model/values/time';

export interface FaultTexts<F extends AnyFault = AnyFault> {
  /** The name on the button that adds one. */
  readonly name: string;
  readonly help: string;
  /**
   * The fault in a few words, without when and how long.
   *
   * @param who its process; for a link or a message, both sides with an arrow between them.
   */
  title(who: string, fault: F): string;
  /** A whole sentence for the log and the narration. */
  injected(details: SaidOfFault<F>): string;
  /** A sentence for its end. Absent: the log only says that it is over. */
  ended?(details: SaidOfFault<F>): string;
  /** Whether the narration mentions it. If not, its effect is an event of its own. */
  isNarrated?(fault: F): boolean;
}

export interface SaidOfFault<F extends AnyFault> {
  readonly fault: F;
  /** Its process, or one side of its links. */
  readonly from: string;
  /** The other side; empty if it has no other. */
  readonly to: string;
  /** Clients know the lock under several names, so it may have several keys. */
  readonly hasNames: boolean;
  /** A length of time in words. */
  readonly length: (ms: Ms) => string;
}

export type FaultSpeech = ReadonlyMap<string, FaultTexts>;

/** Throws for a kind that the language has no texts for. */
export function textsIn(speech: FaultSpeech, kind: string): FaultTexts {
  const texts = speech.get(kind);
  if (texts === undefined) throw new Error(`No texts tell of a fault of the kind "${kind}".`);
  return texts;
}
