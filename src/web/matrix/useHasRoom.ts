/** Whether the table has room for every kind of fault. In a narrower window, groups of columns fold. */
import { mediaHook } from '../parts/mediaHook';

export const useHasRoom = mediaHook('(min-width: 1181px), print');
