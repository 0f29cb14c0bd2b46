/** The lock of the first exercise, so that its run does not wait for all the others. */
import { tokenLock } from '../locks/tokenLock';
import { addLock } from './onDemand';

export const addFirstLock = (): void => addLock(tokenLock);
