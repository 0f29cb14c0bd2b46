// The scene, standing still: who there is and in which state, and between them the messages on their way, as buttons.
import { useMemo } from 'react';
import { networkWords } from '../../content/texts/network';
import { isClient } from '../../core/model/scenario/processId';
import { withAside } from '../../core/model/values/joinedTexts';
import { nameOfMessage } from '../../search/orders/decision';
import type { State, Waiting } from '../../search/orders/state';
import { decisionText, textOfWaiting } from '../../search/orders/words';
import { useSize } from '../timeline/useSize';
import { useLanguage } from '../words/i18n';
import { processColour, processTextColour } from '../words/processNames';
import { useIsPresented } from './address';
import { boxTexts } from './boxText';
import styles from './Picture.module.css';
import { placesIn } from './places';
import { deliveryOf, type Play } from './usePlay';

/** In a room the type is so much larger, as in theme.css. */
const roomScale = 1.6;

export function Picture({ play }: { readonly play: Play }) {
  const language = useLanguage();
  const words = networkWords[language];
  const [box, { width }] = useSize<HTMLDivElement>();
  const scale = useIsPresented() && width > 800 ? roomScale : 1;
  const { state, isBroken } = play.now;
  const texts = useMemo(() => boxTexts(state, language), [state, language]);
  const messages = state.waiting.map((waiting) => ({ waiting, label: labelOf(state, waiting) }));
  const { height, isNarrow, boxes, lines, chips, chipMax } = placesIn(
    width,
    texts.map(({ id }) => id),
    messages.map(({ waiting: { name }, label }) => ({ from: name.from, to: name.to, letters: label.length })),
    scale,
  );
  const isBusy = (client: string, server: string): boolean =>
    state.waiting.some(
      ({ name: { from, to } }) => [from, to].includes(client as never) && [from, to].includes(server as never),
    );
  return (
    <div ref={box} className={`anchor ${styles.picture}`} style={{ height: width === 0 ? undefined : height }}>
      <svg className="over at-left at-top wide tall through" aria-hidden="true">
        {lines.map(({ client, server, from: [x1, y1], to: [x2, y2] }) => (
          <line
            key={`${client} ${server}`}
            {...{ x1, y1, x2, y2 }}
            className={styles.line}
            style={isBusy(client, server) ? { stroke: processColour(client), strokeOpacity: 0.75 } : undefined}
          />
        ))}
      </svg>
      <ul className={styles.boxes} aria-label={words.picture}>
        {texts.map(({ id, name, lines: [first, ...rest], look, owner }) => {
          const place = boxes.find((one) => one.id === id);
          if (place === undefined || width === 0) return null;
          const colour = isClient(id) ? id : owner;
          return (
            <li
              key={id}
              className={`card over ${styles.box}`}
              data-look={look}
              style={{
                left: place.left,
                top: place.y,
                width: place.width,
                ...(colour === null ? {} : { '--owner': processColour(colour) }),
              }}
            >
              <strong className="block" style={{ color: processTextColour(id) }}>
                {name}
              </strong>
              <span className="block" style={owner === null ? undefined : { color: processTextColour(owner) }}>
                {first}
              </span>
              {rest.map((line) => (
                <span key={line} className="block quiet">
                  {line}
                </span>
              ))}
            </li>
          );
        })}
      </ul>
      <ul className={styles.chips} aria-label={words.messages}>
        {messages.map(({ waiting: { name }, label }, i) => {
          const chip = chips[i];
          const decision = deliveryOf(state, nameOfMessage(name));
          const client = isClient(name.from) ? name.from : name.to;
          const said = decisionText(state, decision ?? { kind: 'deliver', messages: [name] })[language];
          if (chip === undefined || width === 0) return null;
          return (
            <li key={nameOfMessage(name)} className={`over ${styles.chip}`} style={{ left: chip.x, top: chip.y }}>
              <button
                type="button"
                className="nowrap"
                disabled={isBroken || decision === undefined}
                aria-label={decision === undefined ? withAside(said, words.behind) : said}
                title={said}
                style={{ '--owner': processColour(client), color: processTextColour(client), maxWidth: chipMax }}
                onClick={() => decision !== undefined && play.decide(decision)}
              >
                <span className={styles.label}>
                  {isClient(name.to) && '← '}
                  {label}
                  {isClient(name.from) && !isNarrow && ' →'}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A write with its value, and of all others the first word. */
function labelOf(state: State, { name }: Waiting): string {
  const text = textOfWaiting(state, name);
  const [first = '', second = ''] = text.split(' ');
  const whole = /^write$/i.test(first) ? `${first} ${second}` : first;
  return (name.leg === 'request' ? whole : text).slice(0, 18);
}
