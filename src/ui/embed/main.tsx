// The embed's entry: what the address names, in an iframe. It writes neither the address, which is the host's, nor storage.
import '../theme.css';
import '../global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { holdLoad } from '../holdLoad';
import { startWords } from '../i18n';
import { openAddress } from '../link/address';
import { usePreferences } from '../state/preferences';
import { Embed } from './Embed';

const root = document.getElementById('root');
if (root === null) throw new Error('embed/index.html has no element #root.');
const letGo = holdLoad();
obeyHost(new URLSearchParams(location.search));
await startWords();
await openAddress();
createRoot(root).render(
  <StrictMode>
    <Embed />
  </StrictMode>,
);
// Two frames: one in which it is measured, one in which it is painted.
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(letGo)));

/** `?lang=zh&theme=dark`: the page around the iframe knows best. */
function obeyHost(query: URLSearchParams): void {
  const language = query.get('lang');
  const theme = query.get('theme');
  if (language === 'en' || language === 'zh') usePreferences.setState({ language });
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}
