/** Quotation marks inside quotation marks, as English and Chinese write them. */
export const innerQuotes = (text: string): string => text.replaceAll('“', '‘').replaceAll('”', '’');
