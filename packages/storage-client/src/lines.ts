/** A longer line is no message of a storage server, and is skipped. */
const MAX_LINE_BYTES = 1024 * 1024

/** The lines of a stream that ends its messages with a line feed, without blank ones, which servers send as keep-alives. */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) if (line.trim() !== '') yield line
    if (rest.length > maxLineBytes || rest.trim() === '') rest = ''
  }
}
