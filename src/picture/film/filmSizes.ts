/** What a film shows. `bench`: all lanes, as with details. `present`: the view for a projector, 16 to 9. */
export const filmSizes = ['scene', 'bench', 'present'] as const;
export type FilmSize = (typeof filmSizes)[number];
