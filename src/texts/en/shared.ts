/**
 * The words that both an embed and a page need, in English: a part of the keys. A test finds a word of an embed that is
 * missing here.
 */

/** Every page that loads the words needs these too. One file for each language is smaller than two. */
export { timeline } from './timeline';

export const shared = {
  name: 'Redlock Playground',
  process: {
    client: 'Client {{n}}',
    node: 'Redis {{n}}',
    replica: 'Replica {{n}}',
    service: 'Lock service',
    storage: 'Storage',
    storagePart: 'Storage {{n}}',
  },
  fault: {
    /** Stands between the short names of several processes. */
    comma: ', ',
  },
  when: {
    time: 'at {{at}}',
    step: 'at “{{step}}”{{nth}}{{plus}}',
    stepOf: 'when {{who}} is at “{{step}}”{{nth}}{{plus}}',
    effect: 'before effect {{n}} of {{who}}',
    requestBefore: 'before request {{n}} to {{who}}',
    requestAfter: 'after request {{n}} to {{who}}',
    nth: ', time {{n}}',
    plus: ' + {{time}}',
    messageNth: 'number {{n}}',
    messageAfter: 'the first from {{at}} on',
    for: 'for {{time}}',
    restartAfter: 'back after {{time}}',
    staysDown: 'stays down',
    toEnd: '· to the end',
    by: '· {{amount}}',
    longer: '· {{amount}} longer',
    over: 'over {{time}}',
  },
  problem: {
    title: 'This run cannot be shown',
    text: 'Something in the playground itself is wrong. Your scenario is kept.',
    undo: 'Undo the last change',
    again: 'Try again',
    copy: 'Copy the scenario',
    detail: 'What went wrong',
    scenario: 'Your scenario',
  },
  embed: {
    open: 'Open',
    openLabel: 'Open in the playground',
    tooLong: 'This run is longer than the {{n}} events that a frame plays. Shown is its beginning.',
  },
  compare: {
    switch: 'Compare',
    aside: 'Put aside',
    now: 'Now',
    only: 'only here: {{faults}}',
    missed: '{{count}} of its faults find no target here',
  },
  bar: {
    nodes: '{{n}} nodes',
    asTold: 'As told',
    variants: 'Variants of this story',
  },
  playback: {
    title: 'Playback',
    play: 'Play',
    pause: 'Stop',
    previous: 'Previous event',
    next: 'Next event',
    at: 'Time',
  },
  verdict: {
    label: 'Verdict',
    beginning: 'Still being simulated',
    beginningText: 'This is a long run. Its beginning is on screen, and nothing has broken in it.',
  },
  link: {
    broken: 'This link cannot be opened: {{problem}}',
  },
  live: {
    simulated: 'Simulated',
    real: 'Real Redis',
    preview: 'Simulated, until it is run',
    running: 'Running on real Redis',
    runningText: 'Rows come in while it runs; nothing has broken so far.',
  },
} as const;
