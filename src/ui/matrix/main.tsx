// The entry of the table “What breaks what”. The address behind `#` is all its state.
import '../look/theme.css';
import '../look/global.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { matrix } from '../address/matrix';
import { read } from '../address/read';
import { carryLanguage } from '../shell/carryLanguage';
import { keepOffline } from '../shell/offline';
import { takeKept } from '../state/keptOverReload';
import { heedLost } from '../state/lostPart';
import { showAsAsked } from '../state/preferences';
import { startWords } from '../words/i18n';
import { pageWords } from '../words/pageWords';
import { followAddress, here } from './address';
import { MatrixPage } from './MatrixPage';
import { fetchTable } from './tableState';

const root = document.getElementById('root');
if (root === null) throw new Error('matrix/index.html has no element #root.');
heedLost();
takeKept();
showAsAsked(read(location.href, matrix));
followAddress();
const { place } = here();
await Promise.all([startWords(pageWords), fetchTable(place.check, place.leases).catch(() => undefined)]);
const page = createRoot(root);
// In slices, so that a slow machine answers a touch in between.
startTransition(() =>
  page.render(
    <StrictMode>
      <MatrixPage />
    </StrictMode>,
  ),
);
keepOffline('../sw.js');
carryLanguage();
