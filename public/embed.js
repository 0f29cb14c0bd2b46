/*
 * <redlock-playground story="pause-before-write"></redlock-playground>
 *
 * Puts runs of the playground into a page, each in an iframe of its own that is as high as what it shows. A classic script
 * without dependencies. It is loaded from where the playground is served:
 *
 *   <script src="https://…/embed.js" defer></script>
 *
 * Attributes: story, variant, storage, lock, scenario (what stands behind # in a link of the playground), view (timeline,
 * compare, verdict), controls (all, none, or some of play, steps, minimap, variants, open), theme (light, dark, host), lang
 * (en, zh), from, to (ms), loop, at (break, start, end, or ms), outcome (how the run of a story ended when the code was made:
 * where it ends otherwise today, the frame says so), label. With view="matrix", a row of “What breaks what” or a cell of it: row (two
 * with a + between them), kind (of fault), check, leases (own, same). An iframe near the viewport is loaded; one out of it
 * stands still. They share no state.
 *
 * Without JavaScript a frame shows a picture of the run. It follows the theme that was chosen while scripts run, and the
 * system's where they do not: no page can read its own address then.
 *
 * What page and frame say to each other, version 1, as objects: { redlock: 1, frame, type, … }. `frame` is a number drawn for
 * each iframe.
 * From the frame: ready, height { height }, leave (Escape: the page has the keys again). To the frame: hello, visible { visible }, theme { theme }.
 * Messages are taken by their source and their number; and by origin, unless the frame has none (a sandbox).
 */
(() => {
  const version = 1;
  const script = document.currentScript;
  const base = new URL('.', script instanceof HTMLScriptElement ? script.src : location.href);
  /** So far outside of the viewport a frame begins to load. */
  const nearby = '400px';
  /** Before a frame has said how high it is. */
  const firstHeight = 460;
  const systemTheme = matchMedia('(prefers-color-scheme: dark)');
  const passedOn = [
    'variant',
    'storage',
    'lock',
    'view',
    'controls',
    'theme',
    'lang',
    'from',
    'to',
    'loop',
    'at',
    'outcome',
    'row',
    'kind',
    'check',
    'leases',
  ];

  /** @param {HTMLElement} element */
  function addressOf(element, /** @type {string} */ frame) {
    const story = element.getAttribute('story');
    const scenario = element.getAttribute('scenario');
    const inLanguage = element.getAttribute('lang') === 'zh' ? 'zh/' : '';
    const folder = story !== null && /^[a-z0-9-]+$/.test(story) ? `embed/${inLanguage}${story}/` : 'embed/';
    const address = new URL(folder, base);
    const query = address.searchParams;
    query.set('v', String(version));
    query.set('frame', frame);
    if (story !== null) query.set('story', story);
    for (const name of passedOn) {
      const value = element.getAttribute(name);
      if (value !== null) query.set(name, name === 'loop' && value === '' ? '1' : value);
    }
    // As the page is: told at once, so that nothing is painted in the other colours first.
    if (followsHost(element)) query.set('theme', isDark(element) ? 'dark' : 'light');
    if (scenario !== null) address.hash = scenario.replace(/^#/, '');
    return address.href;
  }

  /** @param {Element} element */
  const followsHost = (element) => (element.getAttribute('theme') ?? 'host') === 'host';

  /** Whether the page is dark: what is behind the element says so, whatever the system prefers. @param {Element} element */
  function isDark(element) {
    for (let at = /** @type {Element | null} */ (element); at !== null; at = at.parentElement) {
      const colour =
        getComputedStyle(at)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      if ((colour[3] ?? 1) === 0 || colour.length < 3) continue;
      return 0.2126 * (colour[0] ?? 0) + 0.7152 * (colour[1] ?? 0) + 0.0722 * (colour[2] ?? 0) < 110;
    }
    return systemTheme.matches && /dark/.test(document.documentElement.style.colorScheme);
  }

  class RedlockPlayground extends HTMLElement {
    static observedAttributes = ['story', 'scenario', ...passedOn];

    /** @type {HTMLIFrameElement | null} */
    iframe = null;
    frame = '';
    isNear = false;
    isVisible = false;
    /** Whether the frame has said that it listens. */
    isReady = false;
    /** @type {(IntersectionObserver | MutationObserver)[]} */
    watchers = [];

    connectedCallback() {
      this.style.display = 'block';
      this.show();
      addEventListener('message', this);
      // The page may turn dark at any time: with the system, by a class or a style of what is around, at once or slowly.
      systemTheme.addEventListener('change', this);
      addEventListener('transitionend', this);
      const around = new MutationObserver(() => this.tellTheme());
      for (let at = this.parentElement; at !== null; at = at.parentElement) around.observe(at, { attributes: true });
      const near = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting) this.load();
        },
        { rootMargin: nearby },
      );
      const visible = new IntersectionObserver(
        ([entry]) => {
          this.isVisible = entry?.isIntersecting ?? false;
          this.say({ type: 'visible', visible: this.isVisible });
        },
        { threshold: 0.35 },
      );
      for (const watcher of [near, visible]) watcher.observe(this);
      this.watchers = [near, visible, around];
    }

    disconnectedCallback() {
      removeEventListener('message', this);
      systemTheme.removeEventListener('change', this);
      removeEventListener('transitionend', this);
      for (const watcher of this.watchers) watcher.disconnect();
      this.iframe?.remove();
      this.iframe = null;
    }

    attributeChangedCallback() {
      if (this.iframe === null) return;
      this.iframe.remove();
      this.show();
      if (this.isNear) this.load();
    }

    /** The empty iframe, with its room. */
    show() {
      const iframe = document.createElement('iframe');
      iframe.title = this.getAttribute('label') ?? `Redlock Playground: ${this.getAttribute('story') ?? 'a run'}`;
      iframe.allow = 'clipboard-write';
      iframe.style.cssText = `display:block;width:100%;height:${firstHeight}px;border:0;border-radius:8px;color-scheme:normal`;
      const sandbox = this.getAttribute('sandbox');
      if (sandbox !== null) iframe.setAttribute('sandbox', sandbox);
      this.frame = String(crypto.getRandomValues(new Uint32Array(1))[0]);
      this.iframe = iframe;
      this.isReady = false;
      this.isNear = this.isNear && this.isConnected;
      this.append(iframe);
    }

    load() {
      this.isNear = true;
      const { iframe } = this;
      if (iframe !== null && iframe.src === '') iframe.src = addressOf(this, this.frame);
    }

    /** @param {Record<string, unknown>} message */
    say(message) {
      const target = this.iframe?.hasAttribute('sandbox') ? '*' : base.origin === 'null' ? '*' : base.origin;
      if (this.isReady)
        this.iframe?.contentWindow?.postMessage({ redlock: version, frame: this.frame, ...message }, target);
    }

    tellTheme() {
      if (followsHost(this)) this.say({ type: 'theme', theme: isDark(this) ? 'dark' : 'light' });
    }

    /** @param {Event} event */
    handleEvent(event) {
      if (event instanceof MessageEvent) this.hear(event);
      else if (!(event instanceof TransitionEvent) || event.propertyName.startsWith('background')) this.tellTheme();
    }

    /** @param {MessageEvent} event */
    hear({ source, origin, data }) {
      const { iframe } = this;
      if (iframe === null || source !== iframe.contentWindow) return;
      if (typeof data !== 'object' || data === null || data.redlock !== version || data.frame !== this.frame) return;
      if (origin !== 'null' && origin !== base.origin && base.origin !== 'null') return;
      if (data.type === 'ready') {
        this.isReady = true;
        this.say({ type: 'hello' });
        this.say({ type: 'visible', visible: this.isVisible });
        this.tellTheme();
      }
      if (data.type === 'height' && Number.isFinite(data.height) && data.height > 0 && data.height < 5000)
        iframe.style.height = `${Math.ceil(data.height)}px`;
      if (data.type === 'leave' && document.activeElement === iframe) iframe.blur();
    }
  }

  if (!customElements.get('redlock-playground')) customElements.define('redlock-playground', RedlockPlayground);
})();
