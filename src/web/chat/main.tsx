// The entry of the run in a chat, an MCP App: one file without network, whose host says what to show.
import '../appearance/theme.css';
import '../appearance/global.css';
import { createRoot } from 'react-dom/client';
import { parts } from '../../core/run/parts';
import { embedWords } from '../embed/embedWords';
import { simulateInSlices } from '../state/longRun';
import { setPlayheadDefault } from '../state/openRun';
import { provideParts } from '../state/parts';
import { runs } from '../state/run';
import { startWords } from '../words/i18n';
import { Chat } from './Chat';

/** There is no worker, and the chat must stay usable. */
const eventsMax = 50_000;

provideParts(parts);
runs.setSimulator(simulateInSlices(eventsMax));
setPlayheadDefault(() => 'start');

void startWords(embedWords).then(() => {
  const root = document.getElementById('root');
  if (root !== null) createRoot(root).render(<Chat />);
});
