/**
 * The first script of a page that comes with its first picture, or with the address of a run. Nothing is painted before
 * it: theme, picture, address, and in a frame its program. It watches the page start, too.
 */
import './boot';
import { loadLater } from './later';
import { settings, showStill } from './still';
import { takeAddress } from './takeAddress';

if (settings.theme === 'light' || settings.theme === 'dark') document.documentElement.dataset['theme'] = settings.theme;
showStill();
takeAddress();
loadLater();
