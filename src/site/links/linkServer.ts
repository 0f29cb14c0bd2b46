// `/r/<code>/` of `npm start`: the playground at the scenario of a link, as a page that a chat can preview. The part
// after `#` never reaches a server; here it is part of the path. There is always a page, because a person may be
// waiting for it: without a picture it has the site's card, and a link that cannot be opened gets a page that says
// why.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { linkPreviewWords } from '../../content/texts/linkPreview';
import { isCodeLink } from '../../core/model/links/codeMark';
import type { Language } from '../../core/model/values/text';
import { type LinkPage, linkPage, siteName } from '../../picture/linkPages/linkPage';
import { oembedOf } from '../../picture/linkPages/oembed';
import { siteAddress } from '../siteAddress';
import type { RequestHandler, Target } from '../siteServer';
import { type RateLimits, rateLimits, rateOf } from './linkRate';
import type { LinkPainter, PreviewResult } from './painter';

export interface LinkServerOptions {
  /** The sub-path of the page, with `/` at both ends. */
  readonly base: string;
  /** SITE_URL. Without it, the address at which the page was requested. */
  readonly site: string | undefined;
  /** The built pages of the playground and of a reader's own lock. */
  readonly built: string;
  readonly builtOwn: string;
  readonly painter: LinkPainter;
  readonly rate?: RateLimits;
  /** How long a page waits for its picture. The picture is made anyway, for the next request. */
  readonly patienceMs?: number;
}

export interface LinkServer {
  /** false: the request asked for something else. */
  readonly answer: RequestHandler['answer'];
}

/** Longer codes only work after `#`, because programs that fetch pages cut them. */
export const codeLengthMax = 4000;
const keptMax = 100;
const code = /^(?:c=)?v\d{1,3}\.[\w.&=-]+$/;
const files = /^([^/]*)(?:\/(card\.png|oembed\.json)?)?$/;

/** null: not known now. */
type Outcome = Exclude<PreviewResult, 'later'>;

interface Asked {
  readonly code: string;
  readonly language: Language;
  /** '' is the page itself. */
  readonly file: string;
  /** Ends with a slash. */
  readonly site: string;
  readonly query: URLSearchParams;
}

export function openLinkServer(options: LinkServerOptions): LinkServer {
  const { painter, patienceMs = 8000 } = options;
  const mayPaint = rateOf(options.rate ?? rateLimits, () => performance.now());
  const cache = keptAnswers();
  const previewLink = (linkRequest: Asked, address: string): Promise<Outcome> => {
    const { code, language } = linkRequest;
    const key = `${language} ${code}`;
    const cachedPreview = cache.get(key);
    if (cachedPreview !== undefined) return cachedPreview;
    if (!mayPaint(address)) return Promise.resolve(null);
    const preview = painter.previewLink({ code, language }).then((answer) => {
      if (answer !== 'later') return answer;
      cache.drop(key);
      return null;
    });
    cache.put(key, preview);
    return preview;
  };
  return {
    answer: async (target, request, response) => {
      if (!target.path.startsWith('r/')) return false;
      const linkRequest = readRequest(target, request, options);
      if (typeof linkRequest === 'number') {
        response.writeHead(linkRequest, { 'Content-Type': 'text/plain; charset=utf-8' });
        response.end(words[linkRequest]);
      } else if (linkRequest.file === 'no slash') {
        response.writeHead(308, { Location: `${linkRequest.code}/${target.query === '' ? '' : `?${target.query}`}` });
        response.end();
      } else {
        const preview = previewLink(linkRequest, request.socket.remoteAddress ?? '');
        send(response, linkRequest, await Promise.race([preview, sleep(patienceMs, null, { ref: false })]), options);
      }
      return true;
    },
  };
}

const words: Readonly<Record<number, string>> = {
  404: 'This is no link of the playground: its code begins with “v1.” or “c=v1.”.\n这不是试验场的链接：链接码以“v1.”或“c=v1.”开头。\n',
  405: 'Only GET is answered here.\n',
  414: 'This link is too long for a page of its own. It opens as /#<code>.\n这个链接太长，没有自己的页面。可以用 /#<链接码> 打开。\n',
  501: 'Only JSON is answered here.\n',
};

/** Returns a number if it refuses the request: the status. */
function readRequest(target: Target, request: IncomingMessage, { base, site }: LinkServerOptions): Asked | number {
  if (request.method !== 'GET' && request.method !== 'HEAD') return 405;
  const [, linkCode = '', file = ''] = files.exec(target.path.slice('r/'.length)) ?? [];
  if (linkCode.length > codeLengthMax) return 414;
  if (!code.test(linkCode)) return 404;
  const query = new URLSearchParams(target.query);
  const format = query.get('format') ?? 'json';
  if (file === 'oembed.json' && format !== 'json') return 501;
  return {
    code: linkCode,
    language: query.get('lang') === 'zh' ? 'zh' : 'en',
    file: !target.path.endsWith('/') && file === '' ? 'no slash' : file,
    site: siteAddress(site) ?? `${hostOf(request)}${base}`,
    query,
  };
}

/** A host name that is not valid is left out of the page, because the client chooses it. */
const hostOf = ({ headers: { host = '' } }: IncomingMessage): string =>
  /^[\w.-]{1,250}(:\d{1,5})?$|^\[[\da-f:.]{2,45}\](:\d{1,5})?$/i.test(host) ? `http://${host}` : '';

/** The latest answers, including those under way and those without a picture. */
function keptAnswers() {
  const answers = new Map<string, Promise<Outcome>>();
  return {
    get: (key: string) => {
      const cachedAnswer = answers.get(key);
      if (cachedAnswer !== undefined) {
        answers.delete(key);
        answers.set(key, cachedAnswer);
      }
      return cachedAnswer;
    },
    drop: (key: string) => answers.delete(key),
    put: (key: string, answer: Promise<Outcome>) => {
      answers.set(key, answer);
      const [oldest] = answers.keys();
      if (answers.size > keptMax && oldest !== undefined) answers.delete(oldest);
    },
  };
}

function send(response: ServerResponse, linkRequest: Asked, preview: Outcome, built: Built): void {
  const { file, site, language, query } = linkRequest;
  // A picture that failed now may work in a minute.
  response.setHeader('Cache-Control', preview === null ? 'no-store' : 'public, max-age=300');
  if (preview !== null && 'problem' in preview) {
    sendBad(response, linkRequest, preview.problem, built);
    return;
  }
  if (file === 'card.png') {
    if (preview === null) {
      response.writeHead(302, { Location: '../../social.png' });
      response.end();
      return;
    }
    response.setHeader('Content-Type', 'image/png');
    response.end(preview.card);
    return;
  }
  const inLanguage = language === 'en' ? '' : `?lang=${language}`;
  const folder = `${site}r/${linkRequest.code}/`;
  const image = preview === null ? siteCard(site) : `${folder}card.png${inLanguage}`;
  const { title, text, stills } = preview ?? { title: siteName, text: linkPreviewWords[language].unknown, stills: '' };
  if (file === 'oembed.json') {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const embed = `${site}embed/?v=1${language === 'en' ? '' : `&lang=${language}`}#${linkRequest.code}`;
    const [maxWidth, maxHeight] = ['maxwidth', 'maxheight'].map((name) => wholeOf(query.get(name)));
    response.end(
      `${JSON.stringify(oembedOf({ title, embed, site, thumbnail: image, maxWidth, maxHeight }), null, 2)}\n`,
    );
    return;
  }
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(pageOf(built, linkRequest, { title, text, stills, image, oembed: `${folder}oembed.json${inLanguage}` }));
}

/** A person still gets the playground, which keeps the text of the link. */
function sendBad(response: ServerResponse, linkRequest: Asked, problem: string, built: Built): void {
  const isPage = linkRequest.file === '';
  response.writeHead(404, { 'Content-Type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8` });
  const title = linkPreviewWords[linkRequest.language].broken;
  const pageContent = { title, text: problem, stills: '', image: siteCard(linkRequest.site), oembed: null };
  response.end(isPage ? pageOf(built, linkRequest, pageContent) : `${problem}\n`);
}

const siteCard = (site: string): string => `${site}social.png`;

type Said = Pick<LinkPage, 'title' | 'text' | 'stills' | 'image' | 'oembed'>;

type Built = Pick<LinkServerOptions, 'built' | 'builtOwn'>;

/** A reader's code has its own page. There, addresses of the site start with `../`. */
const pageOf = ({ built, builtOwn }: Built, { code, language, site }: Asked, pageContent: Said): string =>
  linkPage(isCodeLink(code) ? builtOwn.replaceAll(/(href|src)="\.\.\//g, '$1="./') : built, {
    ...pageContent,
    up: '../../',
    language,
    opens: `${isCodeLink(code) ? 'own/' : ''}#${code}`,
    canonical: `${site}r/${code}/${language === 'en' ? '' : `?lang=${language}`}`,
    alternates: {},
    preloads: [],
    isPrivate: true,
  });

/** Undefined for anything that is not a width in pixels. */
const wholeOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
