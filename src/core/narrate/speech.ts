/** All that narration says in one language, names included: handed to each function that makes a sentence. */
import type { english } from './en/words';

type English = typeof english;

/** English is the type: another language that lacks a sentence, or has one too many, does not compile. */
export interface Speech extends English {}
