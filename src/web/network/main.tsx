// The entry of “You are the network”. A level, and what its run needs, are loaded when it is opened.
import '../appearance/theme.css';
import '../appearance/global.css';
import { network } from '../../content/address/network';
import { read } from '../../content/address/read';
import { start } from '../app/start';
import { applyAskedPreferences } from '../state/preferences';
import { pageWords } from '../words/pageWords';
import { NetworkPage } from './NetworkPage';

const address = read(location.href, network);

await start({
  words: pageWords,
  site: '../',
  before: () => applyAskedPreferences(address),
  load: async () => <NetworkPage />,
});
