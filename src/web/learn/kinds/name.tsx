// The exercise to name numbered marks in the picture of a run.
import { markName } from '../../../content/texts/legend';
import { type NameExercise, namedSorts } from '../../../core/model/scenario/exercise';
import { withColon } from '../../../core/model/values/joinedTexts';
import { framed } from '../../print/element';
import { runs } from '../../state/run';
import { Naming } from '../Naming';
import { NumberedPicture } from '../NumberedPicture';
import { allNamed } from '../names';
import { numberedSvg, pictureToName } from '../numberedSvg';
import type { ExerciseView } from './view';

export const nameView: ExerciseView<NameExercise> = {
  Tools: Naming,
  instead: (exercise, { checked }) => (allNamed(exercise, checked) ? null : <NumberedPicture exercise={exercise} />),
  paper: {
    instead({ marks, scenario }, how) {
      const sheet = { ...how, run: runs.getInBackground(scenario), height: 460 };
      // Numbers cannot be pressed on paper, so they are part of the picture.
      return framed(numberedSvg(pictureToName(sheet), { ...sheet, marks, hasNumbers: true }).svg);
    },
    lists: (_, { words, text }) => [
      { title: words.names, items: namedSorts.map((sort) => withColon(text(markName(sort)), '____')) },
    ],
    solution: ({ marks }, { text }) => marks.map(({ sort }, index) => withColon(`${index + 1}`, text(markName(sort)))),
  },
};
