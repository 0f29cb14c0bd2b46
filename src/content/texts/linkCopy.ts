/** The words about a copied link: what it leads to, and whether not everybody can open it. */
const en = {
  link: 'a link',
  run: 'a link to your changed run',
  everybody: (link: string) => `Copied: ${link}`,
  machine: (link: string) => `Copied: ${link} that works on this machine only`,
  network: (link: string) => `Copied: ${link} that works in this network only`,
};

const zh: typeof en = {
  link: '此链接',
  run: '你改动后的运行的链接',
  everybody: (link) => `已复制：${link}`,
  machine: (link) => `已复制：${link}只能在本机打开`,
  network: (link) => `已复制：${link}只能在本地网络里打开`,
};

export const linkCopyWords = { en, zh };
