// A number in a sentence of the essay, in the place that the page keeps for it, and the sentence about what it does.
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Paragraph } from '../../content/essay/essay';
import { knobValue, shownKnob, turned } from '../../content/essay/knob';
import { type Block, firstSaid, type Knob, saidOf } from '../../content/essay/step';
import { storyOfRun } from '../../content/stories/storyList';
import type { Scenario } from '../../core/model/scenario/scenario';
import { DragNumber } from '../parts/DragNumber';
import { shownScenario, useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { useRun } from '../state/run';
import { useReading } from '../verdict/useReading';
import { useLanguage, useText } from '../words/i18n';
import { openNamed, passTo, type Reader, showWhole } from './reader';

interface KnobHereProps {
  readonly paragraph: Paragraph;
  /** The number of the paragraph on the page. */
  readonly number: number;
  readonly reader: Reader;
}

export function InlineSlider({ paragraph, number, reader }: KnobHereProps) {
  const language = useLanguage();
  const { knob, says, shows, beside } = paragraph;
  // The stories of paragraphs that are far away are not loaded yet.
  const base = useScenario(Math.abs(number - reader.at) < near ? beside : null);
  const place = usePlace(`[data-paragraph="${number}"] [data-knob]`, base !== null);
  const below = usePlace(`#says-${number}`, base !== null);
  const isHere = reader.beside === beside;
  if (knob === undefined || base === null) return null;
  const goHere = (): Promise<void> => reader.goTo(number);
  return (
    <>
      {place &&
        createPortal(
          <KnobNumber {...{ knob, beside, base, isHere, goHere }} describedBy={below?.id} hold={reader.hold} />,
          place,
        )}
      {below &&
        says &&
        createPortal(isHere ? <SaidHere says={says} /> : <span>{firstSaid(says, shows)?.[language]}</span>, below)}
    </>
  );
}

/** What the page has written there makes room as soon as something takes its place. */
function usePlace(selector: string, isTaken: boolean): Element | null {
  const [place, setPlace] = useState<Element | null>(null);
  useEffect(() => {
    if (!isTaken) return;
    const element = document.querySelector(selector);
    element?.replaceChildren();
    setPlace(element);
  }, [selector, isTaken]);
  return place;
}

interface NumberProps extends Pick<Paragraph, 'beside'>, Pick<Reader, 'hold'> {
  readonly knob: Knob;
  /** The id of the sentence about what it does. */
  readonly describedBy: string | undefined;
  /** The run as the text has it. */
  readonly base: Scenario;
  /** Whether its run is beside the text. */
  readonly isHere: boolean;
  readonly goHere: () => Promise<void>;
}

function KnobNumber({ knob, describedBy, beside: run, base, isHere, goHere, hold }: NumberProps) {
  const language = useLanguage();
  const text = useText();
  const shownHere = useEdition(shownScenario);
  const isDragged = useEdition(({ draft }) => draft !== null) && isHere;
  const [picked, setPicked] = useState<number | null>(null);
  const choiceIndex = knob.kind === 'runs' && isHere ? picked : null;
  const value = choiceIndex ?? knobValue(knob, { scenario: isHere ? shownHere : base, run });
  const range = knob.kind === 'runs' ? { min: 0, max: knob.choices.length - 1, step: 1 } : { ...knob, step: 10 };
  const show = (next: number, settle: boolean): void => {
    hold();
    if (knob.kind === 'runs') {
      const choice = knob.choices[next];
      if (choice === undefined || next === value) return;
      setPicked(next);
      void openNamed(choice.run, choice.patch).then(() => passTo(1));
      return;
    }
    const scenario = turned(knob, next, isHere ? useEdition.getState().committed : base);
    if (!settle) {
      showWhole();
      return useEdition.getState().setDraft(scenario);
    }
    propose(scenario);
    passTo(1);
  };
  const first = (next: number, settle: boolean): void => {
    if (isHere) return show(next, settle);
    setPicked(null);
    hold();
    void goHere().then(() => {
      if (settle) show(next, settle);
    });
  };
  return (
    <DragNumber
      className="knob"
      label={text(knob.label)}
      describedBy={describedBy}
      range={range}
      value={value}
      valueText={shownKnob(knob, value, language)}
      isDragged={isDragged}
      onDrag={(next) => first(next, false)}
      onDrop={(next) => first(next, true)}
      onCancel={() => useEdition.getState().setDraft(null)}
    >
      {shownKnob(knob, value, language)}
    </DragNumber>
  );
}

/** The scenario of a run; null until its story is loaded. What was loaded once stays. */
function useScenario(run: string | null): Scenario | null {
  const [scenario, setScenario] = useState<Scenario | null>(null);
  useEffect(() => {
    if (run !== null) void storyOfRun(run).then((match) => setScenario(match.scenario));
  }, [run]);
  return scenario;
}

/** In paragraphs. */
const near = 6;

function SaidHere({ says }: Required<Pick<Block, 'says'>>) {
  const text = useText();
  const run = useRun();
  const { sentence } = useReading(run);
  const own = saidOf(says, run.verdict);
  return (
    <span aria-live="polite" data-outcome={run.verdict.outcome}>
      {own === undefined ? sentence : text(own)}
    </span>
  );
}
