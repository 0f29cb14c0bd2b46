/** Spaces in a Chinese sentence that is joined from parts. A part cannot know what comes next to it. */

const han = '\\u2e80-\\u2fff\\u3040-\\u9fff';
const sign = '\\u3000-\\u303f\\uff00-\\uffef“”';
const gapWithin = new RegExp(`([${han}${sign}]) +(?=[${han}${sign}])`, 'g');
const latinThenHan = new RegExp(`([0-9A-Za-z])(?=[${han}])`, 'g');
const hanThenLatin = new RegExp(`([${han}])(?=[0-9A-Za-z])`, 'g');

/** A space, only between Chinese and digits or Latin letters. */
export const spaced = (sentence: string): string =>
  sentence.replace(gapWithin, '$1').replace(latinThenHan, '$1 ').replace(hanThenLatin, '$1 ').trim();
