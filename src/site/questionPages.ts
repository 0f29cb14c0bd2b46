/** The pages of the questions that people ask: one for each question, whose run a story has, and the list. */
import type { Question } from '../content/questions/question';
import { questionGroups, questions, storyOf } from '../content/questions/questions';
import { storyOfRun } from '../content/stories/storyList';
import { questionWords } from '../content/texts/questions';
import { type Language, languages } from '../core/model/values/text';
import type { PlainSite } from '../picture/linkPages/plainPage';
import {
  type AskedQuestion,
  type QuestionPage,
  type QuestionRun,
  questionList,
  questionPage,
} from '../picture/linkPages/questionPage';
import { titleOfVersion } from '../picture/svg/staticPicture';
import { metaTags } from './headers';

/** In both languages. */
export const questionLists = (site: string | null) =>
  languages.map((language) =>
    questionList(
      Object.entries(questionGroups).map(([id, group]) => ({
        title: questionWords[language].groups[id === 'trouble' ? 'trouble' : 'choosing'],
        questions: group.map((one) => inLanguage(one, language)),
      })),
      language,
      { site, card: null, metaTags },
    ),
  );

type Shown = Pick<QuestionPage, 'language'> & { readonly picture: QuestionPage['run']['picture'] };

/** The pages of the questions whose answer this run shows. */
export async function questionPagesOf(
  run: Pick<QuestionRun, 'story' | 'variant'>,
  { language, picture }: Shown,
  site: Omit<PlainSite, 'metaTags'>,
) {
  const pages: { readonly path: string; readonly html: string }[] = [];
  for (const one of questions.filter((question) => storyOf(question).id === run.story)) {
    const questionRun = await runNamed(one.run, language);
    if (questionRun.variant !== run.variant) continue;
    const beside = await Promise.all(one.beside.map((words) => runNamed(words, language)));
    const page = { ...inLanguage(one, language), language, run: { ...questionRun, picture }, beside };
    pages.push(questionPage(page, { ...site, metaTags }));
  }
  return pages;
}

const inLanguage = ({ id, question, answer, limits }: Question, language: Language): AskedQuestion => ({
  id,
  question: question[language],
  answer: answer[language],
  limits: limits[language],
});

async function runNamed(words: string, language: Language): Promise<QuestionRun> {
  const { story, variantId } = await storyOfRun(words);
  const variant = story.variants.find(({ id }) => id === variantId) ?? null;
  return { story: story.id, variant: variant?.id ?? null, title: titleOfVersion(story, variant)[language] };
}
