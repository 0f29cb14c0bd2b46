// A run as an SVG and as a Mermaid diagram: well-formed, complete, and painted by the page's own painter.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { minute } from '../../bench/workloads/minute';
import { root } from '../../scripts/install.mjs';
import { story as pauseBeforeWrite } from '../../src/content/stories/argument/pauseBeforeWrite';
import { story as failover } from '../../src/content/stories/oneNode/failover';
import { withFault } from '../../src/core/model/scenario/edit';
import type { Fault } from '../../src/core/model/scenario/fault';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { mermaid } from '../../src/core/narrate/mermaid';
import { speechOf } from '../../src/core/narrate/speechOf';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import type { ColourTheme } from '../../src/picture/inks/colourOfTheme';
import { themeInks } from '../../src/picture/inks/themeInks';
import { roughMeasure } from '../../src/picture/layout/marks';
import { svgRowsOf } from '../../src/picture/svg/comparedRows';
import { svgPicture } from '../../src/picture/svg/svgPicture';
import { timelineWordsOf } from '../../src/picture/words/timelineWordsOf';
import { wordsOf } from '../support/wordsOf';
import '../support/handIn';

const css = readFileSync(join(root, 'src/web/appearance/theme.css'), 'utf8');

function svgOf(
  scenario: Scenario,
  { theme = 'light', width = 900, caption = 'text' }: { theme?: ColourTheme; width?: number; caption?: string } = {},
): string {
  const run = runScenario(scenario, parts);
  return svgPicture({
    run,
    faults: parts.faults,
    width,
    height: 600,
    view: { from: 0, to: run.trace.header.endedAt * 1.02 },
    evenSpacing: false,
    words: timelineWordsOf.en,
    inks: { ...themeInks(css, theme), sans: 'sans-serif', mono: 'monospace' },
    measure: roughMeasure,
    caption: { title: 'A <b> & "c"', text: caption, link: 'https://example.org/?a=1&b=2' },
    css: '',
  });
}

/** Elements are closed in the reverse order of opening, and none is left open. */
function isWellFormed(svg: string): boolean {
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
    (_, end, name, _attributes, alone) => {
      if (end !== '') return open.pop() === name ? '' : '<';
      if (alone === '') open.push(name);
      return '';
    },
  );
  return open.length === 0 && !/[<>]/.test(rest) && !/&(?!(amp|lt|gt|quot);)/.test(svg);
}

test('every shape of a picture begins with a point, without which a browser leaves it out', () => {
  const begins = [...svgOf(pauseBeforeWrite.scenario).matchAll(/ d="(.)/g)].map(([, letter]) => letter);
  expect(new Set(begins)).toEqual(new Set(['M']));
});

test('two runs that are compared stand one above the other, each with its name and what came of it', () => {
  const run = runScenario(pauseBeforeWrite.scenario, parts);
  const fixed = runScenario({ ...pauseBeforeWrite.scenario, storage: { id: 'version' } }, parts);
  const options = {
    run,
    faults: parts.faults,
    width: 900,
    height: 400,
    view: { from: 0, to: run.trace.header.endedAt },
    evenSpacing: false,
    words: timelineWordsOf.en,
    inks: { ...themeInks(css, 'light'), sans: 'sans-serif', mono: 'monospace' },
    measure: roughMeasure,
    caption: { title: 'Both', text: 'text', link: '' },
    css: '',
  } as const;
  const rows = [
    { run, title: 'Original' },
    { run: fixed, title: 'With a <check>' },
  ];
  const pair = svgPicture({ ...options, rows: svgRowsOf(rows, speechOf.en) });
  expect(isWellFormed(pair)).toBe(true);
  expect(pair).toContain('Original');
  expect(pair).toContain('With a &lt;check&gt;');
  for (const text of [
    'An update was lost',
    'Lock: two holders at once, for 636 ms',
    'Two holders at once; the late write was rejected',
  ])
    expect(pair).toContain(text);
  expect(pair.match(/>Storage</g)).toHaveLength(2);
  const heightOf = (svg: string): number => Number(/ height="(\d+)"/.exec(svg)?.[1]);
  expect(heightOf(pair)).toBeGreaterThan(heightOf(svgPicture(options)) + 400);
  const ids = [...pair.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ['a story', pauseBeforeWrite.scenario],
  ['replicas', failover.scenario],
  ['what is drawn as density', minute],
])('%s becomes a well-formed picture without holes', (_, scenario) => {
  const svg = svgOf(scenario);
  expect(isWellFormed(svg)).toBe(true);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  // Every clip path that is used exists, once.
  const asked = new Set([...svg.matchAll(/url\(#([\w-]+)\)/g)].map(([, id]) => id));
  const there = [...svg.matchAll(/<clipPath id="([\w-]+)"/g)].map(([, id]) => id);
  expect(new Set(there).size).toBe(there.length);
  for (const id of asked) expect(there).toContain(id);
});

test('a sentence wider than the picture goes on in the next line', () => {
  const text = 'Two holders at once; an outdated write was rejected. '.repeat(4).trim();
  const chinese = '两个客户端同时在里面，过时的写入被拒绝了。'.repeat(6);
  for (const sentence of [text, chinese]) {
    const svg = svgOf(pauseBeforeWrite.scenario, { caption: sentence });
    const lines = [...svg.matchAll(/<text x="14" y="(\d+)"[^>]* font-size="12"[^>]*>([^<]*)</g)];
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map(([, , line]) => line).join(sentence === text ? ' ' : '')).toBe(sentence);
    for (const [, y, line = ''] of lines) {
      expect(roughMeasure(line, { size: 12, weight: 400, font: 'sans' })).toBeLessThanOrEqual(900 - 28);
      expect(line).not.toMatch(/^[，。；]/);
      expect(Number(y)).toBeLessThan(Number(/ height="(\d+)"/.exec(svg)?.[1]));
    }
  }
});

test('a broken element is seen as such', () => {
  expect(isWellFormed(svgOf(pauseBeforeWrite.scenario).replace('</g>', ''))).toBe(false);
});

test('it says what the page says, in the colours of the theme', () => {
  const light = svgOf(pauseBeforeWrite.scenario);
  for (const said of ['Client 1', 'Redis E', 'stop-the-world pause', 'write 43 destroys', 'A &lt;b&gt; &amp;']) {
    expect(light).toContain(said);
  }
  expect(light).toContain('#0072b2');
  expect(svgOf(pauseBeforeWrite.scenario, { theme: 'dark' })).toContain('#56b4e9');
});

test('a Mermaid diagram has every message of the run that came to an end, and the point of the story', () => {
  const { scenario } = pauseBeforeWrite;
  const lost: Fault = { kind: 'lose', message: { from: 'nodeE', to: 'client1', leg: 'reply', nth: 1 } };
  const { trace } = runScenario(withFault(scenario, 'lost', lost), parts);
  const lines = mermaid(trace, speechOf.en, wordsOf.en.process).split('\n');
  expect(lines[0]).toBe('sequenceDiagram');
  expect(lines.filter((line) => line.startsWith('  participant '))).toHaveLength(trace.header.processes.length);
  expect(lines).toContain('  client1->>storage: READ');
  // The reply of node E is lost.
  expect(lines.filter((line) => line.startsWith('  nodeE--xclient1'))).toHaveLength(1);
  expect(lines.join('\n')).toMatch(/Note over client1: 1\.\d+ s .*stopped|Note over client1: .*pause/i);
  // Mermaid ends a statement at a semicolon.
  for (const line of lines) expect(line.replace(/#\d+;/g, '')).not.toContain(';');
});

test('the processes of a Mermaid diagram have the names of the timeline, in its language', () => {
  const { trace } = runScenario(pauseBeforeWrite.scenario, parts);
  const participants = (language: 'en' | 'zh') =>
    mermaid(trace, speechOf[language], wordsOf[language].process).match(/(?<=participant ).+/g);
  expect(participants('en')).toEqual([
    ...['client1 as Client 1', 'client2 as Client 2'],
    ...['A', 'B', 'C', 'D', 'E'].map((letter) => `node${letter} as Redis ${letter}`),
    'storage as Storage',
  ]);
  expect(participants('zh')?.[0]).toBe('client1 as 客户端 1');
});

test('what is too much for Mermaid is cut, and says so', () => {
  const diagram = mermaid(runScenario(minute, parts).trace, speechOf.en, wordsOf.en.process);
  expect(diagram).toMatch(/… \d+ more lines/);
  expect(diagram.length).toBeLessThan(50_000);
});
