/** The words about a copied link that not everybody can open. */
const en = {
  machine: 'Copied: a link that works on this machine only',
  network: 'Copied: a link that works in this network only',
};

const zh: typeof en = {
  machine: '已复制：此链接只能在本机打开',
  network: '已复制：此链接只能在本地网络里打开',
};

export const linkCopyWords = { en, zh };
