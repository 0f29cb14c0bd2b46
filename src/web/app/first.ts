/**
 * The first script of a page that comes with its first picture, or with the address of a run. Nothing is painted before
 * it: theme, picture, address, and in a frame its program. It watches the page start, too.
 */
import './boot';
import { loadLater } from './later';
import { asked, showStill } from './still';
import { takeAddress } from './takeAddress';

if (asked.theme === 'light' || asked.theme === 'dark') document.documentElement.dataset['theme'] = asked.theme;
showStill();
takeAddress();
loadLater();
