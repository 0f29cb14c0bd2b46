// The entry of “Bring your own lock”. Only this browser keeps what the reader has written.
import '../appearance/theme.css';
import '../appearance/global.css';
import { own } from '../../content/address/own';
import { read } from '../../content/address/read';
import { redisParts } from '../../core/run/redisParts';
import { withOwn } from '../../sandbox/own/knownParts';
import { start } from '../app/start';
import { handInPlace } from '../live/place';
import { askForServer, heedServer } from '../live/probe';
import { handIn } from '../state/parts';
import { showAsAsked } from '../state/preferences';
import { pageWords } from '../words/pageWords';
import { resumeBreak } from './brokenRuns';
import { loadEditor } from './CodePart';
import { OwnEmbed } from './OwnEmbed';
import { OwnPage } from './OwnPage';
import { startKeeping } from './ownCode';
import { ownPlace } from './ownPlace';
import { followDrags } from './ownRuns';
import { pressOf } from './press';
import { followSent } from './sentCode';

// Without an engine: the code runs only in the worker.
handIn(withOwn(redisParts));
const places = { runs: ownPlace(), attack: ownPlace(), twelve: ownPlace() };
const asked = read(location.href, own);
const { embed, edit, frame, theme } = asked.own;
// A post has only the code of its writer.
if (!embed) {
  startKeeping();
  resumeBreak();
}
handInPlace({ site: '../', asks: pressOf });
// A post has no server: a press in it would start processes on its reader's machine.
const hasServer = embed ? null : askForServer();
followDrags(places.runs.calls);
followSent();

await start({
  words: pageWords,
  site: '../',
  before: () => {
    showAsAsked(asked);
    if (theme !== null) document.documentElement.dataset['theme'] = theme;
  },
  load: async () => {
    // If it does not load, the page itself says so.
    await loadEditor().catch(() => undefined);
    if (hasServer !== null) await heedServer(hasServer);
    return embed ? <OwnEmbed place={places.runs} isEditable={edit} frame={frame} /> : <OwnPage places={places} />;
  },
});
