import { KubeError } from './kube-error.ts'

/** Lines of a stream, without their line endings. @throws KubeError `Unreadable` if one is longer than `maxBytes` */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let pieces: string[] = []
  let length = 0
  for await (const chunk of bytes) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    pieces.push(first)
    length += first.length
    for (const other of others) {
      yield pieces.join('')
      pieces = [other]
      length = other.length
    }
    if (length > maxBytes) throw new KubeError('Unreadable', 'A line from the Kubernetes API server is too long')
  }
  const last = pieces.join('')
  if (last !== '') yield last
}
