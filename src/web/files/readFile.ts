/** Reads a file that a person has chosen or dropped. A file that is too long is not read at all. */
import { type FileText, fileText } from '../../core/model/scenario/parse/fileText';
import { fileTooLong } from '../../live/wire/traceProblems';
import { fileNotRead } from './importProblems';

/** Larger than any exercise, progress or list of runs, in bytes. */
export const smallFileMax = 2_000_000;

export async function readFile(file: File, bytesMax = smallFileMax): Promise<FileText> {
  if (file.size > bytesMax) return { ok: false, problem: fileTooLong(file.size, bytesMax) };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch (error) {
    // It is a folder, or it was changed or removed meanwhile.
    return { ok: false, problem: fileNotRead(error instanceof Error ? error.message : String(error)) };
  }
  return fileText(new Uint8Array(bytes), (all) => new TextDecoder('utf-8', { fatal: true }).decode(all));
}
