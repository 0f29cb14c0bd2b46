/**
 * Whether the address asks the audience what will happen before a scene plays. It asks for each story that is opened.
 */
import { read } from '../../content/address/read';
import { browserAddress } from './browserAddress';

export const asksAudience = (): boolean => read(browserAddress.search()).own.ask;
