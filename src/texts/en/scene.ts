/** The words of the scene, in English. */
export const scene = {
  label: 'Scene',
  size: 'Size of the page',
  sizes: { scene: 'Scene', details: 'Details' },
  play: 'Press play, or drag the fault.',
  playNumber: 'Press play, or drag the number.',
  playOnly: 'Press play.',
  free: 'free',
  holds: (client: string) => `${client} holds it`,
  many: (count: number) => `${count} are inside`,
  replay: 'From the start',
  nextMoment: 'Next moment',
  more: 'More',
  fewer: 'Fewer',
  next: (title: string) => `Next: ${title}`,
  change: 'Change it',
};
