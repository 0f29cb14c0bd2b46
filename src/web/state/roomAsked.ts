/**
 * Whether the address asks the room what will happen before a scene plays. It asks for each story that is opened
 * there.
 */
import { read } from '../../content/address/read';
import { browserAddress } from './browserAddress';

export const isRoomAsked = (): boolean => read(browserAddress.search()).own.ask;
