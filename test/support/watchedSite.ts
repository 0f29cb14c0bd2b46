/**
 * The playground and the workshop with React's development version, whose functions have names, and with every store
 * watched: `storeWrites` in the page lists the writes, and the simulated runs, that came from a component while it
 * was being drawn.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { root } from '../../scripts/install.mjs';
import { serveSite } from '../../src/site/siteServer';

/** What the page holds as `globalThis.storeWrites`. */
export interface StoreWrites {
  readonly count: number;
  /** The writes during a render or a layout effect, and the calls that made them. */
  readonly drawing: readonly string[];
  /** Draws a component that writes to a store, either while it is drawn or afterwards. */
  /** How many runs were simulated, and which calls did so during a render. */
  readonly simulated: number;
  readonly simulatedInRender: readonly string[];
  readonly plant: (when: 'render' | 'layout effect' | 'effect') => void;
}

/** Replaces zustand. Stores are watched by their first subscriber, which is notified within each write. */
const watchedZustand = `
import { createElement, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { create as make } from 'zustand/react';

export * from 'zustand/vanilla';
export * from 'zustand/react';

Error.stackTraceLimit = Infinity;
const drawing = /^(renderWithHooks|commitLayoutEffect|commitMutationEffect)/;
/** The functions that led here from the one of React that draws, if there is one. */
const drawnBy = () => {
  const names = [...new Error().stack.matchAll(/ at (?:Object\\.)?(\\S+) \\(/g)].map(([, name]) => name);
  const end = names.findIndex((name) => drawing.test(name));
  return end < 0 ? null : names.slice(0, end + 1).join(' < ');
};
const watched = (store) => {
  store.subscribe((state, before) => {
    storeWrites.count += 1;
    const calls = drawnBy();
    if (calls === null) return;
    const changed = Object.keys(state).filter((key) => state[key] !== before[key]);
    const told = \`\${changed.join()}: \${calls}\`;
    if (!storeWrites.drawing.includes(told)) storeWrites.drawing.push(told);
  });
  return store;
};
export const create = (state) => (state === undefined ? create : watched(make(state)));

const uses = { render: (write) => write(), 'layout effect': useLayoutEffect, effect: useEffect };
const plant = (when) => {
  const store = create(() => ({ written: 0 }));
  const Planted = () => {
    uses[when](() => store.setState({ written: 1 }));
    return null;
  };
  createRoot(document.createElement('div')).render(createElement(Planted));
};
globalThis.storeWrites = { count: 0, drawing: [], plant, simulated: 0, simulatedInRender: [] };
globalThis.noteSimulation = () => {
  storeWrites.simulated += 1;
  const calls = drawnBy();
  if (calls?.endsWith('renderWithHooks')) storeWrites.simulatedInRender.push(calls);
};
`;

const name = '\0watched-zustand';
const watching: Plugin = {
  name: 'redlock-playground:watched-zustand',
  enforce: 'pre',
  resolveId: (id) => (id === 'zustand' ? name : null),
  load: (id) => (id === name ? watchedZustand : null),
};

/** Every simulation is reported. */
const countingRuns: Plugin = {
  name: 'redlock-playground:counting-runs',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/core\/sim\/simulate\.ts$/.test(id)
      ? code.replace('const world = new World(', 'globalThis.noteSimulation?.();\n    const world = new World(')
      : null,
};

export async function serveWatchedSite(): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const folder = `.cache/site/watched-${process.pid}`;
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    base: './',
    plugins: [watching, countingRuns],
    define: { 'import.meta.env.PLAYGROUND_VERSION': '""', 'import.meta.env.REPOSITORY_URL': '""' },
    worker: { format: 'es' },
    build: {
      outDir: join(root, folder),
      minify: false,
      target: 'es2023',
      rolldownOptions: {
        input: ['index.html', 'learn/index.html', 'matrix/index.html', 'embed/index.html'].map((page) =>
          join(root, page),
        ),
      },
    },
  });
  const { address, close } = await serveSite({ folder, port: 5290 });
  return {
    address,
    close: async () => {
      await close();
      rmSync(join(root, folder), { recursive: true });
    },
  };
}
