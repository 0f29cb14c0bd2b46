/** What is said of a kind of fault in one language. A language is loaded when it is chosen, so each has a file of its own. */
import type { AnyFault } from '../model/fault';
import type { Ms } from '../model/time';

export interface FaultTexts<F extends AnyFault = AnyFault> {
  /** On the button that adds one. */
  readonly name: string;
  readonly help: string;
  /**
   * In a few words, without when and how long.
   *
   * @param who its process; of a link or a message both sides with an arrow between them
   */
  title(who: string, fault: F): string;
  /** A whole sentence, as the log and the narration have it. */
  struck(said: SaidOfFault<F>): string;
  /** Absent: it is over, and no more. */
  ended?(said: SaidOfFault<F>): string;
  /** Narration tells of it. Else what it does is an event of its own. */
  readonly isTold?: boolean;
}

export interface SaidOfFault<F extends AnyFault> {
  readonly fault: F;
  /** Its process, or one side. */
  readonly from: string;
  /** The other side; empty where there is none. */
  readonly to: string;
  /** A length of time in words. */
  readonly length: (ms: Ms) => string;
}

export type FaultSpeech = ReadonlyMap<string, FaultTexts>;

/** Throws for a kind that the language has no texts for. */
export function textsIn(speech: FaultSpeech, kind: string): FaultTexts {
  const found = speech.get(kind);
  if (found === undefined) throw new Error(`No texts tell of a fault of the kind "${kind}".`);
  return found;
}
