/** All words of the narration in one language, names included. Each function that makes a sentence receives it. */
import type { english } from './en/words';

type English = typeof english;

/**
 * English is the type: another language with a missing sentence, or one too many, does not compile. A scene has a
 * speech of its own, whose times have fewer digits.
 */
export interface Speech extends English {}
