// Names that every object has, at each entrance that takes a name and needs no browser. The answer to each repeats
// the name in words; none is found in an object into which nobody put it. `names.browser.test.ts` covers the
// entrances of a page.

import { safeParse } from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { explore } from '../../src/cli/exploreCommand';
import { parseCommand as parseMatrixCommand } from '../../src/cli/matrixArguments';
import { play } from '../../src/cli/playCommand';
import { embed } from '../../src/content/address/embed';
import { read } from '../../src/content/address/read';
import { tableProblems } from '../../src/content/address/tableProblems';
import { resolveStory } from '../../src/content/stories/storyList';
import { redlock } from '../../src/core/locks/redlock/lock';
import { runParameters, tableParameters } from '../../src/core/model/links/embedParameters';
import { decodeLink } from '../../src/core/model/links/link';
import { checksum, pack } from '../../src/core/model/links/pack';
import { parseScenario, parseScenarioText } from '../../src/core/model/scenario/parse/parseScenario';
import type { Text } from '../../src/core/model/values/text';
import { parts } from '../../src/core/run/parts';
import { chapters } from '../../src/course/exercises';
import { parseExerciseText } from '../../src/course/kinds/parseExercise';
import { parseFromServer } from '../../src/live/wire/fromServer';
import { fromPage } from '../../src/live/wire/messages';
import { badAnswer } from '../../src/search/matrix/addressProblems';
import { readAnswers } from '../../src/search/matrix/choose';
import { type Row, rows } from '../../src/search/matrix/rows';
import { addressProblems, readTableAddress } from '../../src/search/matrix/tableAddress';
import { addressOf, readLaneHeights } from '../../src/web/element/asked';
import { openAsAsked } from '../../src/web/embed/openAsAsked';
import { readLink } from '../../src/web/files/linkOfRun';
import { askedStory } from '../../src/web/files/namedStory';
import { readSavedRun } from '../../src/web/files/savedRun';
import { readFind } from '../../src/web/find/findLink';
import { useExercises } from '../../src/web/learn/exerciseState';
import { parseProgress } from '../../src/web/learn/progress';
import { Workshop } from '../../src/web/learn/workshop';
import { readChanged } from '../../src/web/matrix/changes';
import { kindNamed } from '../../src/web/matrix/columns';
import { tableNames } from '../../src/web/matrix/known';
import { parseMade } from '../../src/web/state/made';
import { openStory } from '../../src/web/state/story';
import { askedOfEmbed } from '../support/askedOfEmbed';
import { everyObjectHas } from './everyObjectHas';
import { withKey, withValue } from './renamed';
import { exerciseFiles, keptFiles, savedRuns, scenarios } from './samples';
import '../support/handIn';

type Said = string | null | undefined;

/** @returns the message for each input; null or undefined where it was accepted */
type Door = (name: string) => readonly Said[] | Promise<readonly Said[]>;

const english = (problem: Text | undefined): Said => problem?.en;

const scenarioProblem = (text: string): Said => {
  const parsed = parseScenarioText(text, parts);
  return parsed.ok ? null : english(parsed.problems[0]?.message);
};
const exerciseProblem = (text: string): Said => {
  const parsed = parseExerciseText(text, parts);
  return parsed.ok ? null : english(parsed.problems[0]?.message);
};
const linkProblem = async (payload: unknown): Promise<readonly Said[]> => {
  const packed = pack(payload);
  const link = `v1.${checksum(packed)}${packed}`;
  const decoded = await Promise.all([readLink(link), decodeLink(link, { parts, resolveStory })]);
  return decoded.map((one) => (one.ok ? null : one.problem.en));
};

/** What a command prints when it was called with these arguments and failed. */
async function commandProblem(command: typeof play | typeof explore, args: readonly string[]): Promise<Said> {
  const errors: string[] = [];
  const around = { out: () => {}, errors: (text: string) => errors.push(text), environment: {} };
  const status = await command(args, around as never);
  return status === 0 ? null : errors.join('');
}

function wordsIn(search: string): string {
  const { run } = read(search, embed);
  return run.kind === 'cell' ? run.words : 'No table is asked for.';
}

const base = new URL('https://play.example/');
const lanes = readLaneHeights({ 300: 'failover' });
const element = (name: string, value: string) => ({ getAttribute: (one: string) => (one === name ? value : null) });

const named: Readonly<Record<string, Door>> = {
  'a key of a scenario file': (name) => withKey(scenarios[3], name).map(scenarioProblem),
  'a text in a scenario file': (name) => withValue(scenarios[3], name).map(scenarioProblem),
  'a key of an exercise file': (name) => exerciseFiles.flatMap((file) => withKey(file, name)).map(exerciseProblem),
  'a key of a saved run’s scenario': (name) =>
    withKey(scenarios[3], name).map((scenario) => {
      const run = savedRuns[0] as { readonly header: object };
      const text = JSON.stringify({ ...run, header: { ...run.header, scenario: 0 } });
      const opened = readSavedRun(text.replace('"scenario":0', `"scenario":${scenario}`), parts);
      return opened.ok ? null : opened.problem.en;
    }),
  'the story of a link': (name) => linkProblem({ s: name }),
  'the variant of a link’s story that does not exist': (name) => linkProblem({ s: name, v: 'b' }),
  'the variant of a link': (name) => linkProblem({ s: 'failover', v: name }),
  'a key of a link’s patch': async (name) =>
    (
      await Promise.all(
        withKey({ lock: { settings: {} }, settings: { nodes: {} }, faults: {} }, name).map((patch) =>
          linkProblem({ s: 'failover', p: JSON.parse(patch) }),
        ),
      )
    ).flat(),
  'a scenario that a page sends': (name) =>
    withKey(scenarios[3], name).map((text) => {
      const read = safeParse(fromPage, { type: 'run', run: 'a', scenario: JSON.parse(text) });
      if (!read.success || read.output.type !== 'run') return 'refused unread';
      const parsed = parseScenario(read.output.scenario, parts);
      return parsed.ok ? null : english(parsed.problems[0]?.message);
    }),
  'a message of the server': (name) =>
    [{ type: name }, { type: 'queued', run: 'a', place: name }].map((message) => {
      const parsed = parseFromServer(JSON.stringify(message), parts);
      return parsed.ok ? null : parsed.problem.en;
    }),
  'the story in an address': async (name) => [
    english((await askedStory({ story: name, variant: null })).problem ?? undefined),
    english((await askedStory({ story: name, variant: 'b' })).problem ?? undefined),
    english((await askedStory({ story: 'failover', variant: name })).problem ?? undefined),
  ],
  'the lock or check of an embed': async (name) => {
    const answers = ['lock', 'storage'].map((part) =>
      openAsAsked(askedOfEmbed(new URLSearchParams({ [part]: name })).parameters),
    );
    return (await Promise.all(answers)).map(([problem]) => english(problem));
  },
  'an attribute of an embed': (name) =>
    runParameters
      // Any text may name a variant, a lock or a check, because they are looked up later. The height belongs to the
      // element.
      .filter((one) => !['variant', 'lock', 'storage', 'theme', 'lang'].includes(one))
      .map((one) => {
        const { searchParams } = addressOf(element(one, name), { base, lanes, language: null });
        expect(searchParams.get(one)).toBe(name);
        return english(askedOfEmbed(searchParams).problems[0]);
      }),
  'a parameter of an embed': (name) => [
    english(askedOfEmbed(new URLSearchParams({ [name]: '1' })).problems[0]),
    english(askedOfEmbed(new URLSearchParams({ theme: name })).problems[0]),
    english(askedOfEmbed(new URLSearchParams({ lang: name })).problems[0]),
    english(tableProblems(`?view=matrix&${name}=1`, false)[0]),
  ],
  'a row or cell of an embed': (name) =>
    tableParameters.map((one) => {
      const search = `?view=matrix&row=redlock&${one}=${name}`.replace(/row=redlock&(?=row)/, '');
      return english(addressProblems(wordsIn(search), tableNames)[0]);
    }),
  'an address of the table': (name) =>
    [name, `redlock+${name}`, `redlock/${name}`, `redlock/pause/${name}`, `redlock/pause/fencing/${name}`].map((hash) =>
      english(addressProblems(hash, tableNames)[0]),
    ),
  'another setting of a row': (name) => {
    const { changes, problem } = readTableAddress(`redlock/any/no-check/own/${name}=1`, tableNames);
    const row = rows.find(({ id }) => id === 'redlock') as Row;
    const read = readChanged(changes, { row, lock: redlock, leases: 'own' }, parts);
    return [english(problem ?? read.problem ?? undefined)];
  },
  'an answer of “Which lock do I need?”': (name) =>
    [name, `-/${name}`, `-/-/${name}`, `-/-/-/${name}`, `-/-/-/-/${name}`, `-/-/-/-/-/${name}`].map((text) => {
      const [first] = readAnswers(text).unknown;
      return first === undefined ? null : badAnswer(first.word, first.allowed).en;
    }),
  'a search in an address': (name) =>
    [`find=${name}.1.overlap.1`, `find=pause.1.${name}.1`, `find=pause.${name}.overlap.1`, `find=&found=${name}`].map(
      (query) => {
        const asked = readFind(read(`?${query}`).find);
        return asked === null || asked.ok ? null : `${asked.problem.en} ${asked.text}`;
      },
    ),
  'the exercise in an address': async (name) => {
    const address = {
      search: () => `?do=${name}`,
      hash: () => '',
      page: () => '/learn/',
      replace: () => {},
      push: () => {},
      onMove: () => {},
      onHash: () => {},
    };
    const workshop = new Workshop({ chapters: chapters.slice(0, 1).map(({ load }) => load), address });
    await workshop.load();
    workshop.openAsked();
    return [useExercises.getState().missing];
  },
  'an argument of play': (name) =>
    Promise.all(
      [
        [name],
        [`${name}:b`],
        [`failover:${name}`],
        ['--lock', name],
        ['failover', `--${name}`],
        ['1', '--lang', name],
      ].map((args) => commandProblem(play, args)),
    ),
  'an argument of explore': (name) =>
    Promise.all(
      [[name], ['--lock', name], ['--check', name], ['1', '--faults', name], ['1', `--${name}`]].map((args) =>
        commandProblem(explore, args),
      ),
    ),
  'an argument of matrix': (name) =>
    [[name], ['--rows', name], [`--${name}`]].map((args) => {
      const read = parseMatrixCommand(args);
      return read.ok ? null : read.problem.en;
    }),
  'a key of what the browser keeps': (name) =>
    keptFiles.flatMap((file, i) =>
      withKey(file, name, (path) => path[0] !== 'solved' && path[0] !== 'answers').map((text) => {
        const read = i === 0 ? parseMade(text) : parseProgress(text);
        return read.ok ? null : read.problem.en;
      }),
    ),
};

describe.each(Object.entries(named))('%s', (_, door) => {
  test.each(everyObjectHas)('“%s” is named and refused', async (name) => {
    const answers = await door(name);
    expect(answers.length).toBeGreaterThan(0);
    for (const said of answers) expect(said).toContain(name);
    // These are JavaScript's own words.
    expect(answers.join('\n')).not.toMatch(/native code|undefined|Cannot read|is not a function|\[object/);
  });
});

test.each(everyObjectHas)('“%s” opens no story, is no kind of fault, and no exercise that was solved', async (name) => {
  expect(await openStory(name, 'b')).toBe(false);
  expect(kindNamed(name)).toBe(null);
  const solved = JSON.parse(`{"${name}":{"points":3,"hints":0}}`);
  const file = JSON.stringify({ kind: 'redlock-playground-progress', version: 1, solved: {}, answers: {} }).replace(
    '{}',
    JSON.stringify(solved),
  );
  const read = parseProgress(file);
  if (read.ok) expect(Object.getPrototypeOf(read.progress.solved)).toBe(Object.prototype);
});

beforeAll(() => {
  // It is accepted as it is, and the name is refused.
  expect(scenarioProblem(JSON.stringify(scenarios[3]))).toBe(null);
});
