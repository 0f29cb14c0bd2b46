/** The page's words about faults, in English. */
export const faults = {
  title: 'Faults in this run',
  none: 'No faults in this run. Add one above, or drag one onto the timeline.',
  add: 'Add a fault',
  more: 'More kinds',
  fewer: 'Fewer kinds',
  delete: 'Delete this fault',
  missed: (reason: string) => `Not in this run: ${reason}`,
  noEffect: {
    never: 'It never happens in this run: what it waits for does not come.',
    late: 'It changes nothing: it comes after the last write. Drag it left.',
    idle: 'It changes nothing: no step before the last write depends on it. Move it, or make it longer.',
  },
  cannot: (reason: string) => `Not possible here: ${reason}`,
  addsReplica: 'Every master gets a replica first.',
  dragHint: 'Drag onto a lane, or click or tap to add one at the playhead.',
  key: (key: string) => `key ${key}`,
};
