/** Saves content as a file. */
export function downloadBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export const downloadText = (name: string, content: string): void =>
  downloadBlob(name, new Blob([content], { type: 'application/json' }));
