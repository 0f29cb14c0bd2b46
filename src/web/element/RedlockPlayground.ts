/** The custom element. `main.ts` describes its contract with the surrounding page. */

import { readFirst } from '../../content/address/first';
import { waitingFrame } from '../../content/address/folders';
import { write } from '../../content/address/write';
import { wideFrom } from '../../core/model/links/embedHeight';
import { embedVersion } from '../../core/model/links/embedParameters';
import {
  addressOf,
  frameHeight,
  frameParameters,
  ownAttributes,
  ownHeight,
  playgroundLink,
  readLaneHeights,
  unknownAttributes,
} from './asked';
import { isDark, systemTheme } from './behind';
import { languageOf, surroundingElement } from './surroundingElement';
import { words } from './words';

/** The build inserts the heights of all stories here. */
declare const LANE_HEIGHTS: Readonly<Record<string, string>>;

/** How far outside of the viewport a frame begins to load. */
const nearby = '400px';
/** A loaded frame that sends no message for this long is not the playground's. */
const silenceMs = 20_000;

/** A module has no current script. */
const script = document.currentScript ?? document.querySelector('script[src$="/embed.js"]');
const base = new URL('.', script instanceof HTMLScriptElement ? script.src : location.href);
const knownAttributes = [...ownAttributes, ...frameParameters].join(', ');
const lanes = readLaneHeights(LANE_HEIGHTS);

const style = `:host{display:block}:host([hidden]){display:none}div{position:relative}
iframe{display:block;width:100%;border:0;border-radius:8px;color-scheme:normal}slot{display:none}
canvas{display:block;max-width:100%;height:0}
span{position:absolute;bottom:0;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.lost iframe{display:none}.lost slot{display:block}
@media print{.pictured iframe{display:none}.pictured slot{display:block}}`;

/**
 * What may turn a page dark besides an attribute: a slow transition, a box that is ticked, a style sheet that has
 * loaded.
 */
const changing = ['transitionend', 'change', 'load'];

/** The attributes of every element, nearly all of which are also properties. */
const properties: ReadonlySet<string> = new Set(allProperties());

function* allProperties(): Generator<string> {
  for (const name in HTMLElement.prototype) yield name.toLowerCase();
}

/** The elements of the page whose frames load now. The pictures of those that are far come after them. */
const loading = new Set<RedlockPlayground>();
const far = new Set<RedlockPlayground>();

const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      if (target instanceof RedlockPlayground) target.move(isIntersecting);
    loadPictures();
  },
  { rootMargin: nearby },
);

function loadPictures(): void {
  if (document.readyState !== 'complete') addEventListener('load', loadPictures, { once: true });
  else if (loading.size === 0) for (const element of far) element.loadPicture();
}

export class RedlockPlayground extends HTMLElement {
  static readonly observedAttributes = [...ownAttributes, ...frameParameters];

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #box = document.createElement('div');
  /** The children of the element. */
  readonly #picture = document.createElement('slot');
  /** For posts that have nothing between the tags. */
  readonly #link = document.createElement('a');
  readonly #end = document.createElement('span');
  /**
   * As wide as a run prefers, but no wider than there is room. In a dialog or a row, a frame would otherwise be 300 px
   * wide.
   */
  readonly #width = Object.assign(document.createElement('canvas'), { width: 720, height: 0 });
  #iframe: HTMLIFrameElement | null = null;
  #frame = '';
  /** What the attributes asked for when the frame was made. */
  #asked = '';
  /** The theme and language that were last sent to the frame. */
  #sent = '';
  #isSending = false;
  /** The frame's own name for what it shows. */
  #title = '';
  /** It was near the window at least once. */
  #isNear = false;
  #isVisible = false;
  /** Whether the frame has reported that it is ready, or that it shows its picture and waits. */
  #isReady = false;
  #isChanging = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #watchers: (IntersectionObserver | MutationObserver | ResizeObserver)[] = [];

  constructor() {
    super();
    addStyle(this.#root);
    this.#end.tabIndex = -1;
    this.#end.addEventListener('blur', () => {
      this.#end.tabIndex = -1;
    });
    this.#picture.addEventListener('slotchange', () =>
      this.#box.classList.toggle('pictured', this.#picture.assignedElements().length > 0),
    );
    this.#picture.append(this.#link);
    this.#box.append(this.#width, this.#picture, this.#end);
    this.#root.append(this.#box);
  }

  connectedCallback(): void {
    this.#show();
    addEventListener('message', this);
    systemTheme.addEventListener('change', this);
    for (const type of [...changing, 'securitypolicyviolation']) document.addEventListener(type, this, true);
    const changes = new MutationObserver(() => this.#sendSoon());
    for (let at = surroundingElement(this); at !== null; at = surroundingElement(at))
      changes.observe(at, { attributes: true });
    changes.observe(document.head, { attributes: true, childList: true, subtree: true });
    const visible = new IntersectionObserver(
      ([entry]) => {
        this.#isVisible = entry?.isIntersecting ?? false;
        this.#say({ type: 'visible', visible: this.#isVisible });
      },
      { threshold: 0.35 },
    );
    const width = new ResizeObserver(() => this.#isNear || this.#makeRoom());
    for (const watcher of [near, visible, width]) watcher.observe(this);
    this.#watchers = [visible, width, changes];
  }

  disconnectedCallback(): void {
    removeEventListener('message', this);
    near.unobserve(this);
    far.delete(this);
    this.#endLoading();
    systemTheme.removeEventListener('change', this);
    for (const type of [...changing, 'securitypolicyviolation']) document.removeEventListener(type, this, true);
    for (const watcher of this.#watchers) watcher.disconnect();
    clearTimeout(this.#silence);
    this.#iframe?.remove();
    this.#iframe = null;
  }

  /** A page that moves the element as a whole keeps the frame. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(name: string): void {
    if (this.#iframe === null) return;
    if (name === 'theme' || name === 'lang' || name === 'label') return this.#send();
    // A framework sets several attributes, one after the other, and often to the values that they had.
    if (this.#isChanging) return;
    this.#isChanging = true;
    queueMicrotask(() => {
      this.#isChanging = false;
      const isSame = this.#askedNow() === this.#asked && name !== 'sandbox';
      if (this.#iframe === null || isSame) return;
      this.#iframe.remove();
      this.#show();
      if (this.#isNear) this.#load();
    });
  }

  /** The empty iframe, with its room reserved. */
  #show(): void {
    const iframe = document.createElement('iframe');
    iframe.setAttribute('part', 'frame');
    iframe.allow = 'clipboard-write; fullscreen';
    // An isolated page (COEP) accepts any other frame only from a host that sends headers for it.
    if (crossOriginIsolated) iframe.setAttribute('credentialless', '');
    const sandbox = this.getAttribute('sandbox');
    if (sandbox !== null) iframe.setAttribute('sandbox', sandbox);
    this.#frame = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    this.#iframe = iframe;
    this.#asked = this.#askedNow();
    this.#sent = '';
    this.#title = '';
    this.#isReady = false;
    this.#isNear = this.#isNear && this.isConnected;
    this.#box.classList.remove('lost');
    this.#box.prepend(iframe);
    const unknown = unknownAttributes(this, properties);
    if (unknown.length > 0)
      console.warn(`<redlock-playground> has no attribute ${unknown.join(', ')}. It has: ${knownAttributes}.`);
    this.#name();
    this.#makeRoom();
  }

  #askedNow(): string {
    return addressOf(this, { base, lanes, language: null }).href;
  }

  /** All texts of the element itself. */
  #name(): void {
    const texts = words[(languageOf(this) ?? navigator.language).startsWith('zh') ? 'zh' : 'en'];
    const label = this.getAttribute('label') ?? (this.#title || texts.frame);
    if (this.#iframe !== null && this.#iframe.title !== label) this.#iframe.title = label;
    this.#link.href = playgroundLink(this, base);
    if (this.#end.textContent === texts.end) return;
    this.#end.textContent = texts.end;
    this.#link.textContent = texts.open;
  }

  #makeRoom(): void {
    if (this.#iframe !== null) this.#iframe.style.height = `${this.#room()}px`;
  }

  #room(): number {
    return frameHeight(this, this.clientWidth, lanes, matchMedia('(pointer: coarse)').matches);
  }

  move(isNear: boolean): void {
    if (isNear) this.#load();
    else if (!this.#isNear) far.add(this);
  }

  #load(): void {
    // It comes near again.
    if (this.#isNear && this.#iframe?.hasAttribute('src')) return;
    this.#isNear = true;
    far.delete(this);
    loading.add(this);
    if (this.#iframe?.hasAttribute('src')) this.#say({ type: 'near' });
    else this.#open('');
  }

  #endLoading(): void {
    loading.delete(this);
    loadPictures();
  }

  /** A run far from the window is its first picture, so that a fast scroll meets no empty frames. */
  loadPicture(): void {
    const address = addressOf(this, { base, lanes, language: languageOf(this) });
    const isOfStory = address.pathname.endsWith(`/${this.getAttribute('story')}/`) && readFirst(address).isPlain;
    if (isOfStory && this.clientWidth < wideFrom && !this.#iframe?.hasAttribute('src')) this.#open(waitingFrame);
  }

  /** @param page in the folder of the frame */
  #open(page: string): void {
    const iframe = this.#iframe;
    if (iframe === null) return;
    this.#makeRoom();
    const language = languageOf(this);
    const room = ownHeight(this) === null ? this.#room() : null;
    // The theme is sent at once, so that nothing is painted in other colours first.
    const own = { frame: this.#frame, room, theme: this.#theme() };
    const request = language === null ? { own } : { own, language };
    const unknown = unknownAttributes(this, properties);
    const address = new URL(write(request, addressOf(this, { base, lanes, language, unknown }).href));
    address.pathname += page;
    iframe.addEventListener('load', () => {
      this.#silence = setTimeout(() => this.#lose(), silenceMs);
    });
    iframe.src = address.href;
  }

  /** The picture replaces a frame that cannot be loaded. A frame without scripts has a picture of its own. */
  #lose(): void {
    // The page of an exercise sends no messages.
    const speaks =
      (this.getAttribute('sandbox') ?? 'allow-scripts').includes('allow-scripts') && !this.hasAttribute('exercise');
    if (!this.#isReady && speaks) this.#box.classList.add('lost');
    this.#endLoading();
  }

  #theme(): string {
    const theme = this.getAttribute('theme') ?? 'host';
    return theme !== 'host' ? theme : isDark(this) ? 'dark' : 'light';
  }

  #say(message: Readonly<Record<string, unknown>>): void {
    const target = this.#iframe?.hasAttribute('sandbox') || base.origin === 'null' ? '*' : base.origin;
    if (this.#isReady)
      this.#iframe?.contentWindow?.postMessage({ redlock: embedVersion, frame: this.#frame, ...message }, target);
  }

  /** A page makes many changes at once. */
  #sendSoon(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    requestAnimationFrame(() => {
      this.#isSending = false;
      if (this.#iframe !== null) this.#send();
    });
  }

  /** Sends theme and language if they have changed. */
  #send(): void {
    this.#name();
    if (!this.#isReady) return;
    const theme = this.#theme();
    const lang = languageOf(this);
    if (this.#sent === `${theme} ${lang}`) return;
    this.#sent = `${theme} ${lang}`;
    this.#say({ type: 'theme', theme });
    if (lang !== null) this.#say({ type: 'lang', lang });
  }

  handleEvent(event: Event): void {
    if (event instanceof MessageEvent) this.#hear(event);
    else if (event instanceof SecurityPolicyViolationEvent) {
      // The page forbids frames from here.
      if (event.effectiveDirective === 'frame-src' && event.blockedURI.startsWith(base.origin)) this.#lose();
    } else if (!(event instanceof TransitionEvent) || event.propertyName.startsWith('background')) this.#sendSoon();
  }

  #hear({ source, origin, data }: MessageEvent): void {
    const iframe = this.#iframe;
    if (iframe === null || source !== iframe.contentWindow) return;
    if (typeof data !== 'object' || data === null || data.redlock !== embedVersion || data.frame !== this.#frame)
      return;
    if (origin !== 'null' && origin !== base.origin && base.origin !== 'null') return;
    const { type, height, title } = data;
    if (type === 'ready' || type === 'waits') {
      this.#isReady = true;
      this.#sent = '';
      this.#box.classList.remove('lost');
      this.#say({ type: 'hello' });
      this.#say({ type: 'visible', visible: this.#isVisible });
      if (type === 'waits' && this.#isNear) this.#say({ type: 'near' });
      if (type === 'ready') this.#endLoading();
      this.#send();
    }
    if (type === 'height' && ownHeight(this) === null && Number.isFinite(height) && height > 0 && height < 5000)
      iframe.style.height = `${Math.ceil(height)}px`;
    if (type === 'title' && typeof title === 'string') {
      this.#title = title.slice(0, 200);
      this.#name();
    }
    // Behind the frame, so that the next Tab continues in the page.
    if (type !== 'leave' || this.#root.activeElement !== iframe) return;
    // From an element that is not a stop itself, Chromium would go back into the frame.
    this.#end.tabIndex = 0;
    this.#end.focus({ preventScroll: true });
  }
}

/** A page's policy that forbids styles still allows those that a script constructs. */
function addStyle(root: ShadowRoot): void {
  if ('replaceSync' in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
  } else root.append(Object.assign(document.createElement('style'), { textContent: style }));
}
