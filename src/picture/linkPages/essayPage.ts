/**
 * The words of the essay as markup: readable without a script, and the places where the page's program puts its sliders
 * and the sentence about what they do. Below each paragraph with a run is a picture of it, for paper and for readers
 * without JavaScript.
 */
import { essayFolder, pictureFolder, storyFolder } from '../../content/address/folders';
import type { Named } from '../../content/address/pageAddress';
import { essay, paragraphs } from '../../content/essay/essay';
import { sources } from '../../content/essay/sources';
import { firstSaid } from '../../content/essay/step';
import { essayWords } from '../../content/texts/essay';
import { linkPreviewWords } from '../../content/texts/linkPreview';
import { siteWays } from '../../content/texts/siteLinks';
import type { Language } from '../../core/model/values/text';
import { siteName } from './linkPage';
import { attribute } from './oembed';
import { type PlainSite, plainPage, upFrom } from './plainPage';

/** The run beside a paragraph, and what its knob shows before it is turned. */
export interface EssayRun extends Named {
  readonly title: string;
  /** The verdict in a sentence. */
  readonly verdict: string;
  readonly width: number;
  readonly height: number;
  /** Empty: the paragraph has no knob. */
  readonly knobText: string;
}

export interface EssayPage {
  readonly language: Language;
  /** One for each paragraph. */
  readonly runs: readonly EssayRun[];
  /** The first picture, as markup. */
  readonly first: string;
}

/** @returns the content of the page's body, and its addresses relative to the page */
export function essayBody({ language, runs, first }: EssayPage): string {
  const words = essayWords[language];
  const up = upFrom(essayFolder(language));
  const other: Language = language === 'en' ? 'zh' : 'en';
  const links = [
    `<a href="${up}">${siteName}</a>`,
    ...siteWays(language).map(({ page, path, text }) =>
      page === 'essay' ? `<span aria-current="page">${text}</span>` : `<a href="${up}${path}">${text}</a>`,
    ),
    `<a href="${up}${essayFolder(other)}" hreflang="${linkPreviewWords[other].tag}" lang="${other}">${linkPreviewWords[other].name}</a>`,
  ];
  return `<div class="essay">
      <header>
        <p class="ways">${links.join(' ')}</p>
        <h1>${words.title}</h1>
        <p class="lead">${words.lead}</p>
        <noscript><p>${words.noScript}</p></noscript>
      </header>
      <div class="pinned"><div id="root"></div><div id="opening" class="first">${first}</div></div>
      <main>
        ${essay.map(({ id, title }) => section(id, title[language])).join('\n        ')}
        <section id="sources">
          <h2>${words.sources}</h2>
          <p>${linked(words.sourcesText, new Set())}</p>
        </section>
      </main>
    </div>`;

  function section(id: string, title: string): string {
    const named = new Set<string>();
    return `<section id="${id}"><h2><a href="#${id}">${attribute(title)}</a></h2>${paragraphs
      .map((paragraph, i) => (paragraph.step === id ? written(i, named) : ''))
      .join('')}</section>`;
  }

  /** A name of a source leads to it. @param named those that have led there in this step */
  function linked(text: string, named: Set<string>): string {
    const names = new RegExp(sources.map(({ named }) => named[language].replace('.', '\\.')).join('|'), 'g');
    return attribute(text).replace(names, (name) => {
      const source = sources.find(({ named }) => named[language] === name);
      if (source === undefined || named.has(name)) return name;
      named.add(name);
      return `<a href="${/^(https?:|#)/.test(source.address) ? '' : up}${source.address}">${name}</a>`;
    });
  }

  function written(i: number, named: Set<string>): string {
    const { text, says, shows, run } = paragraphs[i] ?? {};
    const beside = runs[i];
    if (text === undefined || beside === undefined) throw new Error(`Paragraph ${i} has no run.`);
    const sentence = shows === undefined ? undefined : firstSaid(says ?? [], shows);
    // Its room is there from the start.
    const longest =
      (says ?? []).map((candidate) => candidate.text[language]).sort((a, b) => b.length - a.length)[0] ?? '';
    const knob = `<span data-knob>${attribute(beside.knobText)}</span>`;
    const words = [
      `<p data-paragraph="${i}">${linked(text[language], named).replace('{knob}', knob)}</p>`,
      ...(says === undefined
        ? []
        : [
            `<p class="says" id="says-${i}" data-longest="${attribute(longest)}"><span>${attribute(sentence?.[language] ?? '')}</span></p>`,
          ]),
    ].join('');
    return run === undefined ? words : `<div class="pictured"><div>${words}</div>${still(beside)}</div>`;
  }

  function still(run: EssayRun): string {
    const { title, verdict, width, height } = run;
    const image = `<img src="${up}${pictureFolder(run, language)}light.svg" width="${width}" height="${height}" loading="lazy" alt="${attribute(`${title}. ${verdict}`)}">`;
    return `<figure><a href="${up}${storyFolder(run, language)}">${image}</a></figure>`;
  }
}

/** A step under its own address, for its title and card; it leads to the step in the essay. */
export function essayStepPage(
  {
    id,
    title,
    run,
    sentence,
  }: { readonly id: string; readonly title: string; readonly run: EssayRun; readonly sentence: string },
  language: Language,
  site: PlainSite,
): { readonly path: string; readonly html: string } {
  const folder = essayFolder(language, id);
  const words = essayWords[language];
  const leadsTo = `${essayFolder(language)}#${id}`;
  const { width, height, verdict } = run;
  const picture = `${upFrom(folder)}${pictureFolder(run, language)}light.svg`;
  const page = {
    folderIn: (one: Language) => essayFolder(one, id),
    language,
    title,
    text: sentence,
    links: [],
    leadsTo,
  };
  const html = plainPage(page, site, [
    `<h1>${attribute(title)}</h1>`,
    `<p class="lead">${attribute(sentence)}</p>`,
    `<p><img src="${picture}" width="${width}" height="${height}" alt="${attribute(verdict)}"></p>`,
    `<p><a href="${upFrom(folder)}${leadsTo}">${words.readOn}</a></p>`,
  ]);
  return { path: `${folder}index.html`, html };
}
