/** The words of what moves the view of the timeline, in English: the hint of the wheel, the brush on the overview. */
export const view = {
  wheel: 'To zoom: click the timeline, or hold Ctrl and turn the wheel',
  buttons: 'Zoom',
  brush: 'Part of the run in view',
  shown: (from: string, to: string) => `${from} to ${to}`,
  start: 'Start of the view',
  end: 'End of the view',
};
