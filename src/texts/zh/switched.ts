/** 关闭的开关怎么说；打开的只说名字。 */
import type { switched as english } from '../en/switched';

export const switched: typeof english = { off: '关闭' };
