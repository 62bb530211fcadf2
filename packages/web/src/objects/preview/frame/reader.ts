import { READ_LIMIT, type ViewerProps } from '../viewers/viewer.ts'
import type { FromFrame, ToFrame } from './protocol.ts'

/** Reads the object through the page. Also responds to the page's pings and closes nothing: the page removes the frame. */
export function readerOf(port: MessagePort, size: number): ViewerProps['readRange'] {
  const waiting = new Map<
    number,
    { resolve: (bytes: Uint8Array<ArrayBuffer>) => void; reject: (error: Error) => void }
  >()
  const send = (message: FromFrame) => port.postMessage(message)
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === 'ping') return send({ type: 'pong' })
    const read = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.type === 'bytes') read?.resolve(data.bytes)
    else read?.reject(new Error(data.message))
  }
  let count = 0
  return (start, end) => {
    const last = Math.min(end, size, start + READ_LIMIT)
    if (last <= start) return Promise.resolve(new Uint8Array())
    const id = ++count
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      send({ type: 'read', id, start, end: last })
    })
  }
}
