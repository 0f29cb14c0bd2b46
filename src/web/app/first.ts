/**
 * The first script of a page that comes with its first picture, or with the address of a run. Before anything is
 * painted it sets theme, picture and address, and in a frame loads its program. It also watches the page start.
 */
import './boot';
import { loadLater } from './later';
import { settings, showStill } from './still';
import { takeAddress } from './takeAddress';

if (settings.theme === 'light' || settings.theme === 'dark') document.documentElement.dataset['theme'] = settings.theme;
showStill();
takeAddress();
loadLater();
