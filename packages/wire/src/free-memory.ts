/**
 * Frees the memory of bytes that nothing uses any more, unless it holds other bytes too. Chunks from a socket are an
 * allocation each, and V8 starts a full garbage collection for every few dozen MiB of them.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
