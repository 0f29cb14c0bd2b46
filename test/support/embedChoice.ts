// An embed with all its controls, as copied from the page.
import { controls } from '../../src/content/address/embed';
import type { EmbedChoice } from '../../src/web/share/embedChoice';

export const plainChoice: EmbedChoice = {
  story: 'failover',
  variant: null,
  scenario: null,
  view: 'scene',
  theme: 'host',
  seenTheme: 'light',
  language: 'host',
  at: 'start',
  stretch: null,
  loop: false,
  controls: new Set(controls),
  title: 'A run',
  outcome: null,
  verdictText: 'Two holders at once.',
  picture: { language: 'en', width: 720, height: 521 },
  rows: 420,
};
