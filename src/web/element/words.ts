/** What the element says around its frame. A page of somebody else shows it, so it is small. */
export const words = {
  en: { frame: 'A run in Redlock Playground', end: 'End of the run', open: 'Open this run in Redlock Playground' },
  zh: { frame: 'Redlock Playground 中的一次运行', end: '运行到此结束', open: '在 Redlock Playground 中打开这次运行' },
};
