// MDX as pages of the App Router.
import createMDX from '@next/mdx';

export default createMDX({})({ pageExtensions: ['js', 'jsx', 'mdx'], turbopack: { root: import.meta.dirname } });
