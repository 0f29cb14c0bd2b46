/** What is said of a copied link that not everybody can open. */
import type { reach as english } from '../en/reach';

export const reach: typeof english = {
  machine: '已复制：此链接只能在本机打开',
  network: '已复制：此链接只能在本地网络里打开',
};
