/** A longer line is no message of a storage server. */
const MAX_LINE_BYTES = 1024 * 1024

/**
 * The lines of a stream that ends its messages with a line feed, without blank ones, which servers send as keep-alives, and
 * without those that are longer than `maxLineBytes`.
 */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let isTooLong = false
  for await (const chunk of bytes) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      if (!isTooLong && line.length <= maxLineBytes && line.trim() !== '') yield line
      isTooLong = false
    }
    isTooLong ||= rest.length > maxLineBytes
    if (isTooLong || rest.trim() === '') rest = ''
  }
}
