/**
 * <redlock-playground story="pause-before-write"></redlock-playground>
 *
 * Puts runs of the playground into a page, each in an iframe of its own that is as high as what it shows. It is built into
 * a classic script without dependencies, which is loaded from where the playground is served:
 *
 *   <script src="https://…/embed.js" defer></script>
 *
 * Attributes: story, variant, storage, lock, scenario (what stands behind # in a link of the playground), view (timeline,
 * compare, verdict), controls (all, none, or some of play, steps, minimap, variants, open), theme (light, dark, host), lang
 * (en, zh), from, to (ms), loop, autoplay, at (break, start, end, or ms). Without view, controls, from and to it is a scene, which
 * waits for a press unless autoplay or loop is there. Further: outcome (how the run of a story ended when the code was made:
 * where it ends otherwise today, the frame says so), height (px, where it is not to follow the content), label (the title of
 * the frame), sandbox (as that of an iframe). With view="matrix", a row of “What breaks what” or a cell of it: row (two with
 * a + between them), kind (of fault), check, leases (own, same). An iframe near the viewport is loaded; one out of it stands
 * still. They share no state. With code (what stands behind # in a link of `own/`) it shows a reader's own lock and its run, which
 * waits for a press; with editable, readers change it.
 *
 * Without a theme the frame is as dark as what is behind it. Without a lang it speaks the language of the nearest [lang].
 * Both may change at any time, and the frame is not loaded again.
 *
 * Between the tags stands the picture of the run for those who see no frame: feeds, pages without JavaScript, paper. The
 * element draws into a shadow root and leaves its attributes and children alone, so a page that a server has rendered is as
 * the server left it. ::part(frame) is the iframe.
 *
 * Without JavaScript a frame shows a picture of the run. It follows the theme that was chosen while scripts run, and the
 * system's where they do not: no page can read its own address then.
 *
 * What page and frame say to each other, version 1, as objects: { redlock: 1, frame, type, … }. `frame` is a number drawn for
 * each iframe.
 * From the frame: ready, height { height }, title { title }, leave (Escape: the page has the keys again). To the frame: hello,
 * visible { visible }, theme { theme }, lang { lang }.
 * Messages are taken by their source and their number; and by origin, unless the frame has none (a sandbox).
 */
import { RedlockPlayground } from './RedlockPlayground';

if (customElements.get('redlock-playground') === undefined)
  customElements.define('redlock-playground', RedlockPlayground);
