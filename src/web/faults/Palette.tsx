// The kinds of faults: drag one onto a lane, or press one to add it at the playhead.

import { memo, type PointerEvent, useMemo, useRef, useState } from 'react';
import { signOf } from '../../core/faults';
import { addFaultAtPlayhead } from '../edit/addFault';
import { useFaultRules } from '../edit/context';
import { type KnownProgram, palette, paletteShort, textsOf } from '../edit/kinds';
import { addsReplica, offeredFault } from '../edit/offeredFault';
import { startPaletteDrag } from '../edit/paletteDrag';
import { keyCap } from '../parts/keyCap';
import { Section } from '../parts/Section';
import { Sign } from '../parts/Sign';
import { useEdition } from '../state/edition';
import { useUnableKind } from '../state/live';
import { usePreferences } from '../state/preferences';
import { useText, useWords } from '../words/i18n';
import styles from './Palette.module.css';

export const Palette = memo(function Palette() {
  const words = useWords();
  const [all, setAll] = useState(false);
  return (
    <Section
      title={words.faults.add}
      aside={
        <button type="button" className="quiet lights" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words.faults.fewer : words.faults.more}
        </button>
      }
    >
      <div className={`grid gap-3 ${styles.grid}`}>
        {(all ? palette() : palette().slice(0, paletteShort)).map((kind) => (
          <PaletteItem key={kind.kind} of={kind} />
        ))}
      </div>
    </Section>
  );
});

/** A press that moved farther than this was a drag. */
const pressMovesMax = 4;

function PaletteItem({ of }: { readonly of: KnownProgram }) {
  const { kind, key } = of;
  const words = useWords();
  const rules = useFaultRules();
  const shortcuts = usePreferences((state) => state.shortcuts);
  const pressedAt = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const text = useText();
  const texts = textsOf(words, kind);
  const unable = useUnableKind(of);
  const committed = useEdition((state) => state.committed);
  const offered = useMemo(() => offeredFault(kind, committed), [kind, committed]);
  const reason = 'fault' in offered ? null : words.faults.cannot(text(offered));
  const ability = unable === null ? reason : words.live.unable(text(unable));
  const needs = 'fault' in offered && addsReplica(offered, committed) ? ` ${words.faults.addsReplica}` : '';
  const help = ability ?? texts.help + needs;
  const cap = keyCap(key);
  const isDrag = (event: { readonly clientX: number; readonly clientY: number }): boolean => {
    const from = pressedAt.current;
    return from !== null && Math.hypot(event.clientX - from.x, event.clientY - from.y) > pressMovesMax;
  };
  return (
    <button
      type="button"
      className={`card row gap-2 edges stack central ${styles.item}`}
      aria-disabled={ability !== null}
      data-tip={ability ?? `${help}\n${words.faults.dragHint}${shortcuts ? ` ${words.faults.key(cap)}` : ''}`}
      aria-description={help}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        if (ability !== null) return;
        pressedAt.current = { x: event.clientX, y: event.clientY };
        startPaletteDrag(kind, event);
      }}
      onClick={(event) => {
        const wasDrag = event.detail > 0 && isDrag(event);
        pressedAt.current = null;
        if (!wasDrag && ability === null) addFaultAtPlayhead(kind, rules);
      }}
    >
      <Sign paths={signOf(kind)} size={17} strokeWidth={1.75} />
      <span className="row stretches">{texts.name}</span>
    </button>
  );
}
