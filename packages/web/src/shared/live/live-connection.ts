import { EVENT_STREAM_CLOSE, SOCKET_CLOSE } from '@cooperage/contract'
import { readEvents } from './read-events.ts'

/** nginx closes connections that are silent for 60 s; the specification requires a keep-alive every 10 s. */
const KEEP_ALIVE_MS = 10_000

/** Some proxies neither refuse a socket nor open it. */
const OPEN_TIMEOUT_MS = 10_000

interface ConnectionEvents {
  onOpen(): void
  onText(text: string): void
  /** Called once: when it has closed, or could not be opened. */
  onClose(code: number, reason: string): void
}

export interface Connection {
  isClosed(): boolean
  /** No event follows. */
  close(): void
}

/** Whether a proxy blocked a socket of this page, and let an event stream through. */
let areSocketsBlocked = false

/** Connects by a WebSocket, or by an event stream where sockets are blocked. `url` is that of HTTP. */
export function openConnection(url: URL, events: ConnectionEvents): Connection {
  let current: Connection
  let isClosed = false
  const toStream = () => {
    current = openStream(url, {
      ...ending,
      onOpen() {
        areSocketsBlocked = true
        events.onOpen()
      },
      onClose(code, reason, wasOpen) {
        // It may be the console that is down, and not only sockets that are blocked.
        if (!wasOpen) areSocketsBlocked = false
        ending.onClose(code, reason)
      },
    })
  }
  const ending = {
    onText: events.onText,
    onClose(code: number, reason: string) {
      isClosed = true
      events.onClose(code, reason)
    },
  }
  if (areSocketsBlocked) toStream()
  else
    current = openSocket(url, {
      ...ending,
      onOpen: events.onOpen,
      onClose: (code, reason, wasOpen) => (wasOpen ? ending.onClose(code, reason) : toStream()),
    })
  return {
    isClosed: () => isClosed,
    close: () => current.close(),
  }
}

interface TransportEvents extends Omit<ConnectionEvents, 'onClose'> {
  onClose(code: number, reason: string, wasOpen: boolean): void
}

function openSocket(url: URL, { onOpen, onText, onClose }: TransportEvents): Connection {
  const address = new URL(url)
  address.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address.href)
  let keepAlive: ReturnType<typeof setInterval> | undefined
  let wasOpen = false
  let isClosed = false
  const leave = () => {
    isClosed = true
    clearTimeout(late)
    // Browsers log an error for a socket that is closed before it was open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
    else socket.close()
  }
  const late = setTimeout(() => {
    leave()
    onClose(SOCKET_CLOSE.lost, '', false)
  }, OPEN_TIMEOUT_MS)
  socket.onopen = () => {
    clearTimeout(late)
    wasOpen = true
    socket.send('ok')
    keepAlive = setInterval(() => {
      // A closing socket accepts nothing more, and browsers log an error for the attempt.
      if (socket.readyState === WebSocket.OPEN) socket.send('ok')
    }, KEEP_ALIVE_MS)
    onOpen()
  }
  socket.onmessage = ({ data }) => {
    if (!isClosed) onText(data)
  }
  socket.onclose = ({ code, reason }) => {
    clearInterval(keepAlive)
    clearTimeout(late)
    if (!isClosed) onClose(code, reason, wasOpen)
  }
  return {
    isClosed: () => socket.readyState === WebSocket.CLOSED,
    close: leave,
  }
}

/** A POST, because views may change something; a browser's EventSource sends GETs only. */
function openStream(url: URL, { onOpen, onText, onClose }: TransportEvents): Connection {
  const leaving = new AbortController()
  let wasOpen = false
  async function run(): Promise<{ code: number; reason: string }> {
    const headers = { accept: 'text/event-stream' }
    const response = await fetch(url, { method: 'POST', headers, signal: leaving.signal })
    if (!response.ok || response.body === null) return await refusalOf(response)
    wasOpen = true
    onOpen()
    for await (const { event, data } of readEvents(response.body)) {
      if (leaving.signal.aborted) break
      if (event === EVENT_STREAM_CLOSE) return JSON.parse(data)
      onText(data)
    }
    return { code: SOCKET_CLOSE.lost, reason: '' }
  }
  run()
    .catch(() => ({ code: SOCKET_CLOSE.lost, reason: '' }))
    .then(({ code, reason }) => {
      if (!leaving.signal.aborted) onClose(code, reason, wasOpen)
      leaving.abort()
    })
  return { isClosed: () => leaving.signal.aborted, close: () => leaving.abort() }
}

/** What the same refusal would be on a socket; the calls of the page detect a session that has ended. */
async function refusalOf(response: Response): Promise<{ code: number; reason: string }> {
  const isFromConsole = response.headers.get('content-type')?.startsWith('application/json') === true
  if (!isFromConsole || response.status === 401 || response.status >= 500) {
    return { code: SOCKET_CLOSE.lost, reason: '' }
  }
  const { code } = (await response.json()) as { code: string }
  return { code: SOCKET_CLOSE.failed, reason: code }
}
