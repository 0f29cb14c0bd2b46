/** The words for moving the view of the timeline: the hint of the wheel, the brush on the overview. */
const en = {
  wheel: 'To zoom: click the timeline, or hold Ctrl and turn the wheel',
  buttons: 'Zoom',
  brush: 'Part of the run in view',
  shown: (from: string, to: string) => `${from} to ${to}`,
  start: 'Start of the view',
  end: 'End of the view',
};

const zh: typeof en = {
  wheel: '缩放：先点击时间线，或按住 Ctrl 并滚动滚轮',
  buttons: '缩放',
  brush: '显示的时段',
  shown: (from, to) => `${from} 至 ${to}`,
  start: '时段的起点',
  end: '时段的终点',
};

export const viewWords = { en, zh };
