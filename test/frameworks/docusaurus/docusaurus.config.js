export default {
  title: 'Docusaurus',
  url: 'https://blog.example',
  baseUrl: '/',
  favicon: 'data:,',
  themes: ['@docusaurus/theme-classic'],
  plugins: ['@docusaurus/plugin-content-pages', '@docusaurus/plugin-content-blog'],
  themeConfig: {
    colorMode: { defaultMode: 'dark', disableSwitch: true },
    navbar: {
      items: [
        { to: '/blog/run', label: 'Run' },
        { to: '/', label: 'Other' },
        { to: '/component', label: 'Component' },
      ],
    },
  },
};
