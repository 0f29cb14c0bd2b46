/** Adds the words for events to the first words of a page. Only code that is loaded later may import it. */
import type { Both, Language } from '../model/text';
import { events as inEnglish } from './en/events';
import type { FirstSpeech, Speech } from './speech';
import { events as inChinese } from './zh/events';

const events: Both<Speech['events']> = { en: inEnglish, zh: inChinese };

export const withEvents = (speech: FirstSpeech, language: Language): Speech => ({
  ...speech,
  events: events[language],
});
