/** Live views: what reaches many watchers of a busy server, how late, and what open views cost. */
import { setTimeout as after } from 'node:timers/promises'
import { ConsoleClient } from '../../console-client.ts'
import { DirectClient } from '../../direct-client.ts'
import type { Options } from '../../options.ts'
import { cpuDuring, residentMib } from '../../process-cost.ts'
import { atMost, type Row } from '../../result.ts'
import { onStage, type Stage } from '../../stage.ts'
import { percentile } from '../../statistics.ts'

const WATCHERS = [1, 8, 50]
const CALLS_PER_SECOND = 500
const SECONDS = 10
/** Calls are sent in steps of this length. */
const STEP_MS = 20
const CONNECTIONS = 8
/** A session may have 32 views. */
const VIEWS_PER_SESSION = 25
const SESSIONS = 20
const VIEWS = 10

export function measureLiveViews(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    const rows: Row[] = []
    for (const watchers of WATCHERS) rows.push(...(await traced(stage, options, watchers)))
    return [...rows, ...(await openViews(stage))]
  })
}

/** A trace that is watched by many while the server handles calls at a fixed rate. */
async function traced(stage: Stage, { quick }: Options, watchers: number): Promise<Row[]> {
  const { console, storage } = stage
  const seconds = quick ? 2 : SECONDS
  const callers = Array.from({ length: CONNECTIONS }, () => new DirectClient(storage))
  const sessions: ConsoleClient[] = []
  for (let index = 0; index * VIEWS_PER_SESSION < watchers; index++)
    sessions.push(await ConsoleClient.signIn(console.url, storage.root))
  const sentAt: number[] = []
  const lags: number[] = []
  let arrived = 0
  const sockets = await Promise.all(
    Array.from({ length: watchers }, async (_, index) => {
      const seen = new Set<number>()
      const session = sessions[Math.floor(index / VIEWS_PER_SESSION)]
      return await openSocket(session, '/ws/trace?calls=s3', (text) => {
        const number = Number(/"path":"\/bench-trace\/k-(\d+)"/.exec(text)?.[1] ?? Number.NaN)
        const sent = sentAt[number]
        if (sent === undefined || seen.has(number)) return
        seen.add(number)
        arrived += 1
        lags.push(performance.now() - sent)
      })
    }),
  )
  /** The key is missing, which the trace shows all the same. */
  const call = async (caller: DirectClient | undefined, number: number) => {
    sentAt[number] = performance.now()
    await caller?.head('bench-trace', `k-${number}`).catch(() => undefined)
  }
  // A server starts to trace with a delay of up to a second.
  await after(1_500)
  const cpu = await cpuDuring(console.pid, async () => {
    const began = performance.now()
    // A connection has one request at a time.
    const waiting = callers.map(() => Promise.resolve())
    while (performance.now() - began < seconds * 1000) {
      const due = Math.floor(((performance.now() - began) / 1000) * CALLS_PER_SECOND)
      for (let number = sentAt.length; number < due; number++) {
        sentAt[number] = Number.NaN
        const place = number % CONNECTIONS
        waiting[place] = waiting[place]?.then(() => call(callers[place], number)) ?? Promise.resolve()
      }
      await after(STEP_MS)
    }
    await Promise.all(waiting)
    await after(1_500)
  })
  for (const socket of sockets) socket.close()
  for (const client of [...callers, ...sessions]) client.close()
  const share = (100 * arrived) / (sentAt.length * watchers)
  const what = `trace at ${Math.round(sentAt.length / seconds)} calls/s, ${watchers} watchers`
  return [
    {
      what: `${what}, delivered in percent`,
      unit: '',
      ours: [share],
      target: { text: '100 %', isMet: (ours) => ours === 100 },
    },
    { what: `${what}, lag p99`, unit: 'ms', ours: [percentile(lags, 0.99)] },
    { what: `${what}, console CPU per second`, unit: 'ms', ours: [(cpu * 1000) / (seconds + 1.5)] },
  ]
}

/** Memory of the console with many open views that have little to say. */
async function openViews({ console, storage }: Stage): Promise<Row[]> {
  const before = residentMib(console.pid)
  const sessions: ConsoleClient[] = []
  for (let index = 0; index < SESSIONS; index++) sessions.push(await ConsoleClient.signIn(console.url, storage.root))
  const sockets: WebSocket[] = []
  let closed = 0
  for (const session of sessions) {
    for (let index = 0; index < VIEWS; index++) {
      const socket = await openSocket(session, index === 0 ? '/ws/session' : '/ws/trace?calls=s3', () => undefined)
      socket.addEventListener('close', () => closed++)
      sockets.push(socket)
    }
  }
  const keepAlive = setInterval(() => {
    for (const socket of sockets) if (socket.readyState === WebSocket.OPEN) socket.send('ok')
  }, 10_000)
  // Longer than the console waits for a keep-alive.
  await after(45_000)
  const grown = residentMib(console.pid) - before
  clearInterval(keepAlive)
  const lost = closed
  for (const socket of sockets) socket.close()
  for (const session of sessions) session.close()
  const what = `${sockets.length} open views of ${SESSIONS} sessions`
  return [
    { what: `${what}, memory`, unit: 'MiB', ours: [grown], target: atMost(60, 'MiB') },
    { what: `${what}, closed within 45 s`, unit: '', ours: [lost], target: atMost(0, '') },
  ]
}

async function openSocket(
  session: ConsoleClient | undefined,
  path: string,
  onText: (text: string) => void,
): Promise<WebSocket> {
  if (session === undefined) throw new Error('every watcher has a session')
  const { url, headers } = session.socketOptions(path)
  // Node accepts headers, which a browser doesn't.
  const socket = new WebSocket(url, { headers } as unknown as string[])
  socket.addEventListener('message', ({ data }) => onText(String(data)))
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('close', ({ code }) => reject(new Error(`${path} was closed with ${code}`)))
  })
  return socket
}
