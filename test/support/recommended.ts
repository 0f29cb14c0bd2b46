/** Every line of a recommendation that is based on cells. */
import type { Line } from '../../src/search/matrix/claim';
import type { Recommendation } from '../../src/search/matrix/recommend';

export const linesOf = ({ backing, notes, cannot, shows, runnersUp }: Recommendation): readonly Line[] =>
  [...backing, ...notes, ...cannot, shows.line, ...runnersUp.flatMap(({ lines }) => lines)].filter(
    ({ cells }) => cells.length > 0,
  );
