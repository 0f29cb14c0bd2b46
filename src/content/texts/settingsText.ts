/** The word for a switch that is off. A switch that is on shows only its name. */
import type { Text } from '../../core/model/values/text';

export const switchedOff: Text = { en: 'off', zh: '关闭' };
