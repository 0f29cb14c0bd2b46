/** Replaces `timeline/useSize`: a still knows the size of its timeline before it is drawn. */
import type { RefObject } from 'react';
import type { Size } from '../timeline/useSize';
import { roomNow } from './stage';

export const useSize = (): readonly [RefObject<null>, Size] => [{ current: null }, roomNow().timeline];
