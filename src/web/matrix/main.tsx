// The entry of the table “What breaks what”. The address behind `#` is all its state.
import '../appearance/theme.css';
import '../appearance/global.css';
import { matrix } from '../../content/address/matrix';
import { read } from '../../content/address/read';
import { start } from '../app/start';
import { applyAskedPreferences } from '../state/preferences';
import { pageWords } from '../words/pageWords';
import { followAddress, here } from './address';
import { MatrixPage } from './MatrixPage';
import { fetchTable } from './tableState';

// It is awaited, so that the bundler keeps each file of words in a file of its own: no page may wait for its own
// parts.
await start({
  words: pageWords,
  site: '../',
  before: () => applyAskedPreferences(read(location.href, matrix)),
  load: async () => {
    followAddress();
    const { address } = here();
    await fetchTable(address.check, address.leases).catch(() => undefined);
    return <MatrixPage />;
  },
});
