/** What is said of a copied link that not everybody can open. */
export const reach = {
  machine: 'Copied: a link that works on this machine only',
  network: 'Copied: a link that works in this network only',
};
