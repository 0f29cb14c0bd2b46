/** The page's words about faults, in English. */
export const faults = {
  title: 'Faults in this run',
  none: 'No fault strikes this run. Add one below, or drag one on to the timeline.',
  add: 'Add a fault',
  more: 'More kinds',
  fewer: 'Fewer kinds',
  delete: 'Delete this fault',
  missed: (reason: string) => `Not in this run: ${reason}`,
  dragHint: 'Drag on to a lane, or press for one at the playhead.',
  key: (key: string) => `key ${key}`,
};
