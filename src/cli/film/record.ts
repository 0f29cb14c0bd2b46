// Makes a film of a run without a page: `npm run cli -- record <story | file | link>`. It paints the same frames as
// Share.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { shared as english } from '../../content/texts/en/shared';
import { shared as chinese } from '../../content/texts/zh/shared';
import { formatMs } from '../../core/model/values/format';
import type { Text } from '../../core/model/values/text';
import { visible } from '../../core/model/values/visible';
import { named } from '../../core/narrate/renamedWords';
import { sceneSpeechOf } from '../../core/narrate/speechOf';
import { parts } from '../../core/run/parts';
import { runScenario } from '../../core/run/runScenario';
import { filmOf } from '../../picture/film/film';
import { beginGif } from '../../picture/film/gif';
import { themeInks } from '../../picture/inks/themeInks';
import { sceneOf } from '../../picture/scene/sceneOf';
import { timelineWordsOf } from '../../picture/words/timelineWordsOf';
import { cardFonts } from '../../site/cards/cardFonts';
import { cardStyle } from '../../site/cards/cardStyle';
import { loadTarget } from '../target';
import { type Command, parseCommand } from './recordArguments';
import * as words from './recordWords';

const sceneWords = { en: english.scene, zh: chinese.scene };
const exitBadInput = 2;

const parsed = parseCommand(process.argv.slice(2));
if (!parsed.ok) refuse(parsed.problem[parsed.language]);
else if (parsed.command.kind === 'help') console.log(words.usage[parsed.command.language]);
else await record(parsed.command);

async function record({ target, size, theme, file, language }: Extract<Command, { kind: 'record' }>): Promise<void> {
  const loaded = await loadTarget(target);
  if (!loaded.ok) return refuse(loaded.problem[language]);
  const { scenario, story: storyMatch } = loaded;
  const run = runScenario(scenario, parts);
  const called = <W extends object>(wording: W): W => named(wording, storyMatch?.story.names, language);
  const speech = called(sceneSpeechOf[language]);
  const { sans, mono, measure, themeCss } = cardStyle(language);
  const film = filmOf({
    run,
    scene: sceneOf({
      run,
      story: storyMatch?.story ?? null,
      variantId: storyMatch?.variantId ?? null,
      original: null,
      speech,
      language,
    }),
    faults: parts.faults,
    size,
    words: called(timelineWordsOf[language]),
    state: sceneWords[language],
    speech,
    inks: { ...themeInks(themeCss, theme), sans, mono },
    measure,
    css: '',
  });
  const font = { loadSystemFonts: false, fontFiles: [...cardFonts], defaultFontFamily: 'Inter' };
  const gif = beginGif(film.width, film.height);
  for (const frame of film.frames) gif.add(new Resvg(film.draw(frame), { font }).render().pixels, frame.ms);
  const bytes = gif.bytes();
  const name =
    storyMatch === null
      ? 'run'
      : [storyMatch.story.id, storyMatch.variantId].filter((part) => part !== undefined).join('-');
  const path = resolve(process.env['INIT_CWD'] ?? '.', file ?? `${name}.gif`);
  const length = formatMs(film.frames.reduce((ms, frame) => ms + frame.ms, 0));
  try {
    writeFileSync(path, bytes);
    say(words.written(path, Math.round(bytes.length / 1000), length)[language]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    refuse(words.cannotWrite(path, reason)[language]);
  }
}

function say(text: Text['en']): void {
  console.log(visible(text));
}

function refuse(text: Text['en']): void {
  console.error(visible(text));
  process.exitCode = exitBadInput;
}
