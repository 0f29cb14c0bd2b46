/**
 * All that narration says in one language, names included: handed to each function that makes a sentence. A page loads
 * the first words of one language, and the rest with the first event that it tells. A program has all of them
 * (`speechOf.ts`).
 */
import type { firstInEnglish } from './en/first';
import type { english } from './en/words';

type First = typeof firstInEnglish;
type English = typeof english;

/** What a page says at once: of a verdict, a fault, a name. */
export interface FirstSpeech extends First {}

/**
 * The same with the words for events. English is the type: another language that lacks a sentence, or has one too many,
 * does not compile.
 */
export interface Speech extends English {}
