/** The page's words about faults, in Chinese, typed against the English ones. */
import type { faults as english } from '../en/faults';

export const faults: typeof english = {
  title: '这次运行中的故障',
  none: '这次运行没有故障。在上面添加一个，或把它拖到时间线上。',
  add: '添加故障',
  more: '更多种类',
  fewer: '收起',
  delete: '删除这个故障',
  missed: (reason) => `未进入这次运行：${reason}`,
  noEffect: {
    never: '它在这次运行中没有发生：它所等的时机没有出现。',
    late: '它什么也没有改变：最后一次写入已经过去。往左拖。',
    idle: '它什么也没有改变：最后一次写入之前，没有一步受它影响。换个位置，或加长。',
  },
  cannot: (reason) => `这里做不到：${reason}`,
  addsReplica: '会先为每个主节点添加一个副本。',
  dragHint: '拖到某条泳道上；或点一下，加在播放头处。',
  key: (key) => `按键 ${key}`,
};
