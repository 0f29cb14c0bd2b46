// The entry of “Bring your own lock”. Only this browser keeps what the reader has written.
import '../appearance/theme.css';
import '../appearance/global.css';
import { own } from '../../content/address/own';
import { read } from '../../content/address/read';
import { redisParts } from '../../core/run/redisParts';
import { withOwn } from '../../sandbox/own/knownParts';
import { start } from '../app/start';
import { provideLiveServer } from '../live/liveServer';
import { applyProbeResult, askForServer } from '../live/probe';
import { provideParts } from '../state/parts';
import { applyAskedPreferences } from '../state/preferences';
import { pageWords } from '../words/pageWords';
import { resumeBreak } from './brokenRuns';
import { loadEditor } from './CodePart';
import { OwnEmbed } from './OwnEmbed';
import { OwnPage } from './OwnPage';
import { startKeeping } from './ownCode';
import { ownCodeWorker } from './ownCodeWorker';
import { followDrags } from './ownRuns';
import { pressOf } from './press';
import { followSent } from './sentCode';

// Without an engine: the code runs only in the worker.
provideParts(withOwn(redisParts));
const workers = { runs: ownCodeWorker(), attack: ownCodeWorker(), attacks: ownCodeWorker() };
const address = read(location.href, own);
const { embed, edit, frame, theme } = address.own;
// A post has only the code of its writer.
if (!embed) {
  startKeeping();
  resumeBreak();
}
provideLiveServer({ site: '../', asks: pressOf });
// A post has no server: a press in it would start processes on its reader's machine.
const hasServer = embed ? null : askForServer();
followDrags(workers.runs.calls);
followSent();

await start({
  words: pageWords,
  site: '../',
  before: () => {
    applyAskedPreferences(address);
    if (theme !== null) document.documentElement.dataset['theme'] = theme;
  },
  load: async () => {
    // If it does not load, the page itself says so.
    await loadEditor().catch(() => undefined);
    if (hasServer !== null) await applyProbeResult(hasServer);
    return embed ? <OwnEmbed worker={workers.runs} isEditable={edit} frame={frame} /> : <OwnPage workers={workers} />;
  },
});
