interface ServerEvent {
  /** `message` unless the server names it. */
  event: string
  data: string
}

/** The events of a stream of server-sent events, without comments, which servers send as keep-alives. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = fieldOf(block, 'data')
        if (data !== undefined) yield { event: fieldOf(block, 'event') ?? 'message', data }
      }
    }
  } finally {
    await reader.cancel().catch(() => {
      // A stream that broke is closed already.
    })
  }
}

function fieldOf(block: string, name: string): string | undefined {
  return block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)
}
