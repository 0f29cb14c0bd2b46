/** The words of the narration by language, for programs and tests, which load all languages. */
import type { Both } from '../model/values/text';
import { english, englishInScene } from './en/words';
import type { Speech } from './speech';
import { chinese, chineseInScene } from './zh/words';

export const speechOf: Both<Speech> = { en: english, zh: chinese };

/** For a scene, whose times have few digits. */
export const sceneSpeechOf: Both<Speech> = { en: englishInScene, zh: chineseInScene };
