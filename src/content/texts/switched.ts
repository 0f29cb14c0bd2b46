/** What is said of a switch that is off. One that is on is said by its name alone. */
import type { Text } from '../../core/model/text';

export const switchedOff: Text = { en: 'off', zh: '关闭' };
