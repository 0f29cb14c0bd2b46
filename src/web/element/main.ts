/**
 * <redlock-playground story="pause-before-write"></redlock-playground>
 *
 * Puts runs of the playground into a page, each in its own iframe that is as high as its content. It is built into a
 * classic script without dependencies, which is loaded from where the playground is served:
 *
 *   <script src="https://…/embed.js" defer></script>
 *
 * Attributes of a run: story, variant, storage, lock, scenario (the part behind # in a link of the playground), view
 * (timeline, compare, verdict), controls (all, none, or some of play, steps, minimap, variants, open), theme (light, dark,
 * host), lang (en, zh), from, to (ms), loop, autoplay, at (break, start, end, or ms). Without view, controls, from and to it
 * is a scene. A scene and view=timeline wait for a press unless autoplay or loop is set.
 *
 * Further attributes: too-late (at its end a scene says since when it was too late), outcome (how the run of a story ended
 * when the code was made; if it ends otherwise today, the frame says so), height (px, if it must not follow the content),
 * label (the title of the frame), sandbox (as for an iframe).
 *
 * With view="matrix", a row or a cell of “What breaks what”: row (two with a + between them), kind (of fault), check, leases
 * (own, same). With code (the part behind # in a link of `own/`), a reader's own lock and its run, which waits for a press;
 * with editable, readers can change it.
 *
 * With exercise (its name, or the part behind # in a link of `learn/`), an exercise in a frame of a fixed height. An
 * attribute that is not known is named in the frame and on the console.
 *
 * An iframe near the viewport is loaded; one out of view stands still. A story's frame far from it shows its first picture
 * once the page has loaded, and loads its program when it is near. Iframes share no state. Without a theme the frame is
 * as dark as its background. Without a lang it speaks the language of the nearest [lang]. Both may change at any time
 * without reloading the frame.
 *
 * The content between the tags is a picture of the run for readers who see no frame: in feeds, in pages without JavaScript,
 * on paper. The element draws into a shadow root and leaves its attributes and children alone, so a server-rendered page
 * stays as the server sent it. ::part(frame) is the iframe.
 *
 * Without JavaScript a frame shows a picture of the run. It follows the chosen theme while scripts run, and otherwise the
 * system's: without scripts, a page cannot read its own address.
 *
 * The messages between page and frame, version 1, are objects: { redlock: 1, frame, type, … }. `frame` is a number drawn
 * for each iframe.
 * From the frame: waits (it shows its picture, without its program), ready, height { height }, title { title }, leave
 * (Escape: returns the keys to the page). To the frame: hello, near (it may load its program), visible { visible },
 * theme { theme }, lang { lang }.
 * Messages are accepted by source and number, and also by origin, unless the frame has none (a sandbox).
 */
import { RedlockPlayground } from './RedlockPlayground';

if (customElements.get('redlock-playground') === undefined)
  customElements.define('redlock-playground', RedlockPlayground);
