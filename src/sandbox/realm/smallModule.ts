/**
 * QuickJS as a module with little memory. QuickJS's own limit counts how often memory is taken, not how much, so a
 * loop that fills memory would take two gigabytes, and half a minute, before it ends.
 */
import {
  type CustomizeVariantOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

/** In pages of 64 KiB: it begins with the least that the program needs, and ends at 64 MiB. */
const pages = { initial: 256, maximum: 1024 } as const;

/** @param options where the program is, for a page */
export const smallModule = (
  variant: QuickJSSyncVariant,
  options: CustomizeVariantOptions = {},
): Promise<QuickJSWASMModule> =>
  newQuickJSWASMModuleFromVariant(newVariant(variant, { ...options, wasmMemory: new WebAssembly.Memory(pages) }));
