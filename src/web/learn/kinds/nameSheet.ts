/**
 * The picture whose marks are to be named, on paper. Its numbers are printed with it, since nobody can press them
 * there.
 */

import { markName } from '../../../content/texts/legend';
import { type NameExercise, namedSorts } from '../../../core/model/exercise';
import { withColon } from '../../../core/model/joinedTexts';
import { inksOfPaper } from '../../print/printRun';
import { runs } from '../../state/run';
import { sharedWords } from '../../words/i18n';
import { numberedSvg, pictureToName } from '../numberedSvg';
import { framed, pictureWidth } from '../paper';
import type { Sheet } from './sheet';

export const nameSheet: Sheet<NameExercise> = {
  instead({ marks, scenario }) {
    const { onTimeline: words } = sharedWords();
    const sheet = { run: runs.aside(scenario), width: pictureWidth, height: 460, words, inks: inksOfPaper() };
    return framed(numberedSvg(pictureToName(sheet), { ...sheet, marks, hasNumbers: true }).svg);
  },
  lists: (_, { words, text }) => [
    { title: words.names, items: namedSorts.map((sort) => withColon(text(markName(sort)), '____')) },
  ],
  solution: ({ marks }, { text }) => marks.map(({ sort }, index) => withColon(`${index + 1}`, text(markName(sort)))),
};
