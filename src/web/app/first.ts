/**
 * The first script of a page that comes with its first picture, or with the address of a run. Nothing is painted before
 * it: theme, picture, address. It watches the page start, too.
 */
import './boot';
import { asked, showStill } from './still';
import { takeAddress } from './takeAddress';

if (asked.theme === 'light' || asked.theme === 'dark') document.documentElement.dataset['theme'] = asked.theme;
showStill();
takeAddress();
