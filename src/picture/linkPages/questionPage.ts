/**
 * The page of a question that people ask, with its run as an embed, and the page that lists all questions. A chat
 * previews them, and a reader without JavaScript has the answer and a picture of the run. Addresses are absolute if the
 * site's address is known.
 */
import { pictureFolder, questionFolder, storyFolder } from '../../content/address/folders';
import type { Named } from '../../content/address/pageAddress';
import { linkPreviewWords } from '../../content/texts/linkPreview';
import { questionWords } from '../../content/texts/questions';
import type { Language } from '../../core/model/values/text';
import type { LinkPage } from './linkPage';
import { attribute } from './oembed';
import { type PlainSite, plainPage, upFrom } from './plainPage';

/** One question in one language. */
export interface AskedQuestion {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly limits: string;
}

export interface QuestionRun extends Named {
  readonly title: string;
}

export interface QuestionPage extends AskedQuestion {
  readonly language: Language;
  readonly run: QuestionRun & {
    readonly picture: { readonly alt: string; readonly width: number; readonly height: number };
  };
  readonly beside: readonly QuestionRun[];
}

/** @returns the file with its path, relative to the site */
export function questionPage(page: QuestionPage, site: PlainSite): { readonly path: string; readonly html: string } {
  const { id, language, question, answer, limits, run, beside } = page;
  const words = questionWords[language];
  const folder = questionFolder(id, language);
  const up = upFrom(folder);
  const storyAt = (named: Named): string => attribute(`${up}${storyFolder(named, language)}`);
  const picture = `${up}${pictureFolder(run, language)}light.svg`;
  const variant = run.variant === null ? '' : ` variant="${run.variant}"`;
  const { alt, width, height } = run.picture;
  const besideOf = (one: QuestionRun): string =>
    `<li><a href="${storyAt(one)}"><img src="${up}${pictureFolder(one, language)}light.svg" width="720" loading="lazy" alt="">${attribute(one.title)}</a></li>`;
  const body = [
    `<h1>${attribute(question)}</h1>`,
    `<p class="lead">${attribute(answer)}</p>`,
    `<redlock-playground story="${run.story}"${variant} lang="${language}"><a href="${storyAt(run)}"><img src="${picture}" width="${width}" height="${height}" alt="${attribute(alt)}"></a></redlock-playground>`,
    `<p class="about">${words.run}: <a href="${storyAt(run)}">${attribute(run.title)}</a></p>`,
    `<h2>${words.limits}</h2>`,
    `<p>${attribute(limits)}</p>`,
    ...(beside.length === 0
      ? []
      : [`<h2>${words.beside}</h2>`, `<ul class="beside">${beside.map(besideOf).join('')}</ul>`]),
  ];
  const about = {
    '@type': 'QAPage',
    inLanguage: linkPreviewWords[language].tag,
    mainEntity: {
      '@type': 'Question',
      name: question,
      answerCount: 1,
      acceptedAnswer: { '@type': 'Answer', text: `${answer} ${limits}` },
    },
  };
  const html = questionFrame({ id, language, title: question, text: answer, about }, site, body);
  return { path: `${folder}index.html`, html };
}

interface QuestionGroup {
  readonly title: string;
  readonly questions: readonly AskedQuestion[];
}

/** @returns the file with its path, relative to the site */
export function questionList(
  groups: readonly QuestionGroup[],
  language: Language,
  site: PlainSite,
): { readonly path: string; readonly html: string } {
  const { title, lead } = questionWords[language];
  const folder = questionFolder(null, language);
  const up = upFrom(folder);
  const body = [
    `<h1>${title}</h1>`,
    `<p class="lead">${lead}</p>`,
    ...groups.flatMap((group) => [
      `<h2>${group.title}</h2>`,
      ...group.questions.map(
        ({ id, question, answer }) =>
          `<p><a href="${up}${questionFolder(id, language)}">${attribute(question)}</a><br>${attribute(answer)}</p>`,
      ),
    ]),
  ];
  const html = questionFrame({ id: null, language, title, text: lead }, site, body);
  return { path: `${folder}index.html`, html };
}

interface Framed {
  readonly id: string | null;
  readonly language: Language;
  readonly title: string;
  readonly text: string;
  readonly about?: LinkPage['about'];
}

function questionFrame({ id, language, title, text, about }: Framed, site: PlainSite, body: readonly string[]): string {
  const words = questionWords[language];
  const links = [
    { to: questionFolder(null, language), text: words.all },
    { to: 'matrix/#which', text: words.which },
  ];
  const page = { folderIn: (one: Language) => questionFolder(id, one), language, title, text, links };
  return plainPage({ ...page, ...(about && { about }) }, site, body);
}
