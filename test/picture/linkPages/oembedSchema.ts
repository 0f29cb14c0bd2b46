// What https://oembed.com requires of an answer of type rich. Ours contains nothing else.
import * as v from 'valibot';

const url = v.pipe(v.string(), v.url());
const size = v.pipe(v.number(), v.integer(), v.minValue(1));

export const richOembed = v.strictObject({
  version: v.literal('1.0'),
  type: v.literal('rich'),
  provider_name: v.pipe(v.string(), v.minLength(1)),
  provider_url: url,
  title: v.pipe(v.string(), v.minLength(1)),
  html: v.pipe(v.string(), v.startsWith('<iframe '), v.endsWith('></iframe>')),
  width: size,
  height: size,
  thumbnail_url: url,
  thumbnail_width: v.literal(1200),
  thumbnail_height: v.literal(630),
});
