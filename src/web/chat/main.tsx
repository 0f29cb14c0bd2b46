// The entry of the run in a chat, an MCP App: one file without network, whose host says what to show.
import '../appearance/theme.css';
import '../appearance/global.css';
import { parts } from '../../core/run/parts';
import { start } from '../app/start';
import { embedWords } from '../embed/embedWords';
import { inSlices } from '../state/longRun';
import { restBy } from '../state/openRun';
import { provideParts } from '../state/parts';
import { usePreferences } from '../state/preferences';
import { runs } from '../state/run';
import { Chat, useShown } from './Chat';
import { meetChat } from './host';
import { showResult } from './shownHere';

/** There is no worker, and the chat must stay usable. */
const eventsMax = 50_000;

provideParts(parts);
runs.playBy(inSlices(eventsMax));
restBy(() => 'start');

const tellHeight = meetChat({
  onContext: ({ theme, locale }) => {
    if (theme !== undefined) document.documentElement.dataset['theme'] = theme;
    if (locale !== undefined) usePreferences.setState({ language: /^zh(?![a-z])/i.test(locale) ? 'zh' : 'en' });
  },
  onResult: (result) => {
    void showResult(result).then((shown) => useShown.setState(shown, true));
  },
});

void start({ words: embedWords, site: null, load: async () => <Chat tellHeight={tellHeight} /> });
