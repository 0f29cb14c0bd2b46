/**
 * Texts of a page that are joined by a sign: in Chinese the sign is full-width, without a space. A part that is a name
 * in both languages, such as ZooKeeper, does not tell the language, so any Chinese part does.
 */

const han = /[\u2e80-\u2fff\u3040-\u9fff]/;

const joined =
  (usual: string, chinese: string) =>
  (first: string, second: string): string =>
    `${first}${han.test(first) || han.test(second) ? chinese : usual}${second}`;

/** `Lock: Redlock`, or `锁：Redlock`. */
export const withColon = joined(': ', '：');

/** `Client 1, locked once`, or `客户端 1，获得锁 1 次`. */
export const withComma = joined(', ', '，');

/** `Paused. Node A`, or `停顿。节点 A`. */
export const withStop = joined('. ', '。');

/** `Redlock (five nodes)`, or `Redlock（五个节点）`. */
export const withAside = (text: string, aside: string): string =>
  han.test(text) || han.test(aside) ? `${text}（${aside}）` : `${text} (${aside})`;

/** A text before another one: a space follows, but none after a full-width sign. */
export const withGap = (text: string): string => (/[\u3000-\u303f\uff00-\uffef]$/.test(text) ? text : `${text} `);

/** A name after a Chinese word: a space comes before a Latin name, but none before a Chinese one. */
export const withGapBefore = (name: string): string => (/^\p{Script=Han}/u.test(name) ? name : ` ${name}`);
