/**
 * The same bytes, of which the first piece was read already: so that a failure to read is an error document and not a
 * broken transfer, unless the damage lies further in.
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
      // A client that leaves ends the reading, which lets go of the file.
      return: async (value) => (await iterator.return?.(value)) ?? { done: true, value },
    }),
  }
}
