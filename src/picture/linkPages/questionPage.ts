/**
 * The page of a question that people ask, with its run as an embed, and the page that lists all questions. A chat
 * previews them, and a reader without JavaScript has the answer and a picture of the run. Addresses are absolute if the
 * site's address is known.
 */
import { pictureFolder, questionFolder, storyFolder } from '../../content/address/folders';
import type { Named } from '../../content/address/pageAddress';
import { linkPreviewWords } from '../../content/texts/linkPreview';
import { questionWords } from '../../content/texts/questions';
import { type Language, languages } from '../../core/model/text';
import { headOf, siteName } from './linkPage';
import { attribute } from './oembed';

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

export interface QuestionSite {
  /** Ends with a slash; null: the site's address is not known. */
  readonly site: string | null;
  /** The card of the run, relative to the site; null: the site's. */
  readonly card: string | null;
  /** Tags that protect the page. */
  readonly metaTags: readonly string[];
}

/** @returns the file with its path, relative to the site */
export function questionPage(page: QuestionPage, site: QuestionSite): { readonly path: string; readonly html: string } {
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
  const html = whole(
    { folderIn: (one) => questionFolder(id, one), language, title: question, text: answer },
    site,
    body,
  );
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
  site: QuestionSite,
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
  const html = whole({ folderIn: (one) => questionFolder(null, one), language, title, text: lead }, site, body);
  return { path: `${folder}index.html`, html };
}

interface Whole {
  readonly folderIn: (language: Language) => string;
  readonly language: Language;
  readonly title: string;
  readonly text: string;
}

function whole(
  { folderIn, language, title, text }: Whole,
  { site, card, metaTags }: QuestionSite,
  body: readonly string[],
): string {
  const words = questionWords[language];
  const up = upFrom(folderIn(language));
  const at = (path: string): string => `${site ?? up}${path}`;
  const other: Language = language === 'en' ? 'zh' : 'en';
  const alternates = Object.fromEntries(languages.map((one) => [one, at(folderIn(one))]));
  const head = headOf({
    language,
    title,
    text,
    canonical: at(folderIn(language)),
    image: at(card ?? 'social.png'),
    oembed: null,
    alternates,
    opens: null,
  });
  const links = [
    `<a href="${up}">${siteName}</a>`,
    `<a href="${up}${questionFolder(null, language)}">${words.all}</a>`,
    `<a href="${up}matrix/#which">${words.which}</a>`,
    `<a href="${up}${folderIn(other)}" hreflang="${linkPreviewWords[other].tag}" lang="${other}">${words.other}</a>`,
  ];
  return `<!doctype html>
<html lang="${linkPreviewWords[language].tag}">
  <head>
    <meta charset="utf-8">
    ${metaTags.join('\n    ')}
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    ${head}
    <link rel="icon" type="image/svg+xml" href="${up}favicon.svg">
    <link rel="stylesheet" href="${up}examples/post.css">
    <script src="${up}embed.js" defer></script>
  </head>
  <body>
    <main>
      <p class="about">${links.join(' · ')}</p>
      ${body.join('\n      ')}
    </main>
  </body>
</html>
`;
}

const upFrom = (folder: string): string => '../'.repeat(folder.split('/').length - 1);
