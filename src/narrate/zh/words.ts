/** All words of the narration in Chinese, typed against the English ones. */
import type { Speech } from '../speech';
import { events } from './events';
import { firstInChinese } from './first';

export const chinese: Speech = { ...firstInChinese, events };
