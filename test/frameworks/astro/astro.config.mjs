// MDX, and React components as islands.
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

export default defineConfig({ integrations: [mdx(), react()] });
