/**
 * Reads a whole body of limited length.
 * @throws the error from `tooLong` as soon as more than `maxBytes` arrive, and the errors of the body
 */
export async function readAtMost(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const bytes of body) {
    length += bytes.length
    if (length > maxBytes) throw tooLong()
    // A chunk may be overwritten when the next one is requested.
    pieces.push(Buffer.from(bytes))
  }
  return Buffer.concat(pieces, length)
}
