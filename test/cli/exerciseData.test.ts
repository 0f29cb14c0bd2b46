// What search engines read of the exercises: each has a name, a task and an address that opens it.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { exerciseData } from '../../src/cli/twins/exerciseData';
import { chapters } from '../../src/course/exercises';

const resource = z.object({
  '@type': z.literal('LearningResource'),
  name: z.string().min(1),
  description: z.string().min(1),
  url: z.string().startsWith('https://play.example/learn/'),
});
const workshop = z.object({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('LearningResource'),
  hasPart: z.array(z.object({ '@type': z.literal('LearningResource'), hasPart: z.array(resource) })),
});

test('each exercise is a learning resource, whose address opens it', async () => {
  const [, text = ''] =
    /<script type="application\/ld\+json">(.*)<\/script>/.exec(await exerciseData('https://play.example/')) ?? [];
  const { hasPart } = workshop.parse(JSON.parse(text));
  const all = (await Promise.all(chapters.map(({ load }) => load()))).flat();
  const opened = hasPart.flatMap((chapter) => chapter.hasPart.map(({ url }) => new URL(url)));
  expect(opened.map(({ href }) => href)).toEqual(all.map(({ id }) => expect.stringContaining(id)));
});
