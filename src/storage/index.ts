/** The resources that the playground offers, in the order in which they are shown. */
import type { Resource } from '../model/resource';
import { fencing } from './fencing';
import { noCheck } from './noCheck';
import { version } from './version';

export const resources: readonly Resource[] = [noCheck, fencing, version];
