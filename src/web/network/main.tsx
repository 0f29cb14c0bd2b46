// The entry of “You are the network”. What a level needs is loaded when it is opened.
import '../appearance/theme.css';
import '../appearance/global.css';
import { network } from '../../content/address/network';
import { read } from '../../content/address/read';
import { fewParts } from '../../core/run/fewParts';
import { start } from '../app/start';
import { provideParts } from '../state/parts';
import { partsFor } from '../state/partsFor';
import { applyAskedPreferences } from '../state/preferences';
import { pageWords } from '../words/pageWords';
import { NetworkPage } from './NetworkPage';

provideParts(fewParts, partsFor);
const address = read(location.href, network);

await start({
  words: pageWords,
  site: '../',
  before: () => applyAskedPreferences(address),
  load: async () => <NetworkPage />,
});
