// What an exercise is worked with, by its kind. It is loaded with the exercise; the one that a visit opens with has it before it is
// drawn, and is drawn at once.
import { type ComponentType, lazy } from 'react';
import type { BreakExercise, ChooseExercise, Exercise, FixExercise, NameExercise } from '../../model/exercise';
import type { Attemptable } from '../../run/exercise';
import { Button } from '../parts/Button';
import { useText } from '../words/i18n';
import styles from './Learn.module.css';
import { learnWords } from './words';

interface Exercises {
  readonly naming: NameExercise;
  readonly picture: NameExercise;
  readonly break: BreakExercise;
  readonly fix: FixExercise;
  readonly choose: ChooseExercise;
  readonly goals: Attemptable;
}

type Parts = { [Name in keyof Exercises]: ComponentType<{ readonly exercise: Exercises[Name] }> };

const loads: { readonly [Name in keyof Parts]: () => Promise<Parts[Name]> } = {
  naming: async () => (await import('./Naming')).Naming,
  picture: async () => (await import('./NumberedPicture')).NumberedPicture,
  break: async () => (await import('./BreakTools')).BreakTools,
  fix: async () => (await import('./FixTools')).FixTools,
  choose: async () => (await import('./ChooseTools')).ChooseTools,
  goals: async () => (await import('./Goals')).Goals,
};

const partsOf: { readonly [Kind in Exercise['kind']]: readonly (keyof Parts)[] } = {
  name: ['naming', 'picture'],
  break: ['break', 'goals'],
  fix: ['fix', 'goals'],
  choose: ['choose', 'goals'],
  predict: [],
};

const ready: Partial<Parts> = {};

async function load<Name extends keyof Parts>(name: Name): Promise<void> {
  ready[name] = await loads[name]();
}

/** Never rejects: what could not be loaded is tried again when it is drawn. */
export async function fetchKindParts(kind: Exercise['kind']): Promise<void> {
  await Promise.allSettled(partsOf[kind].map(load));
}

export const fetchAllKindParts = (): Promise<unknown> => Promise.allSettled(Object.values(partsOf).flat().map(load));

const part = <Name extends keyof Parts>(name: Name) =>
  lazy(async (): Promise<{ readonly default: Parts[Name] | typeof PartFailed }> => {
    try {
      return { default: await loads[name]() };
    } catch {
      return { default: PartFailed };
    }
  });

/** A browser asks for a module that failed only once, so the page has to be loaded anew. */
function PartFailed() {
  const words = useText()(learnWords);
  return (
    <p role="alert" className={styles.notice}>
      {words.partFailed} <Button onClick={() => location.reload()}>{words.reload}</Button>
    </p>
  );
}

const later = {
  naming: part('naming'),
  picture: part('picture'),
  break: part('break'),
  fix: part('fix'),
  choose: part('choose'),
  goals: part('goals'),
};

export function KindPart<Name extends keyof Parts>(props: { readonly part: Name; readonly exercise: Exercises[Name] }) {
  const Shown = (ready[props.part] ?? later[props.part]) as ComponentType<{ readonly exercise: Exercises[Name] }>;
  return <Shown exercise={props.exercise} />;
}
