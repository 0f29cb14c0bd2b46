/** 网站各页的名字。 */
import type { ways as english } from '../en/ways';

export const ways: typeof english = {
  label: '其他页面',
  playground: '试验场',
  exercises: '练习',
  examples: '示例文章',
  matrix: '什么会弄坏什么',
  own: '你自己的锁',
};
