/** Quotation marks within quotation marks, as English and Chinese write them. */
export const innerQuotes = (text: string): string => text.replaceAll('“', '‘').replaceAll('”', '’');
