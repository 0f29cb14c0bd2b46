// A thread that paints cards: an SVG comes in, a PNG goes out.
import { parentPort } from 'node:worker_threads';
import { paintedCard } from './paintedCard.mjs';

parentPort?.on('message', (/** @type {string} */ svg) => parentPort?.postMessage(paintedCard(svg)));
