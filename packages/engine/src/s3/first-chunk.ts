/**
 * Reads the first chunk ahead, so that a read failure at the start yields an error document instead of an aborted transfer.
 */
export async function withFirstChunk(bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const iterator = bytes[Symbol.asyncIterator]()
  let first: IteratorResult<Uint8Array> | undefined = await iterator.next()
  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        const result = first
        first = undefined
        return result ? Promise.resolve(result) : iterator.next()
      },
      // Closes the file when the client disconnects.
      return: async (value) => (await iterator.return?.(value)) ?? { done: true, value },
    }),
  }
}
