/** Logs of pods: the real log of the container that is a process here, and a note for all others. */
import type { ServerResponse } from 'node:http'
import { badRequest } from '../api-error.ts'
import { listAt, type Obj, textAt } from '../objects.ts'

export interface LogOptions {
  container: string | undefined
  tailLines: number | undefined
  limitBytes: number | undefined
  follow: boolean
  previous: boolean
  timestamps: boolean
}

export interface LogSoFar {
  lines: string[]
  /** The offset to follow it from. */
  bytes: number
}

export interface LogSource {
  /** Undefined if there is no such run of the container. */
  read(pod: Obj, container: string, isPrevious: boolean): Promise<LogSoFar | undefined>
  /** Calls `onLine` with each line after the offset `from`. @returns a function that stops it */
  follow(pod: Obj, container: string, from: number, onLine: (line: string) => void): () => void
}

export interface PodLogs {
  send(pod: Obj, options: LogOptions, response: ServerResponse): Promise<void>
}

/** @throws ApiError */
export function readLogOptions(query: URLSearchParams): LogOptions {
  const count = (name: string) => {
    const text = query.get(name)
    if (text === null) return undefined
    if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name} must be a number that isn't negative`)
    return Number(text)
  }
  const isOn = (name: string) => ['true', '1'].includes(query.get(name) ?? '')
  return {
    container: query.get('container') || undefined,
    tailLines: count('tailLines'),
    limitBytes: count('limitBytes'),
    follow: isOn('follow'),
    previous: isOn('previous'),
    timestamps: isOn('timestamps'),
  }
}

export function podLogs(source: LogSource): PodLogs {
  return {
    async send(pod, options, response) {
      const container = chooseContainer(pod, options.container)
      requireStarted(pod, container)
      const found = await source.read(pod, container, options.previous)
      if (found === undefined) {
        const { name } = pod.metadata
        throw badRequest(`previous terminated container "${container}" in pod "${name}" not found`)
      }
      const { lines, bytes } = found
      const { tailLines = lines.length, timestamps } = options
      const stamped = (line: string) => (timestamps ? `${new Date().toISOString()} ${line}` : line)
      const chosen = lines.slice(Math.max(0, lines.length - tailLines))
      const body = Buffer.from(chosen.map((line) => `${stamped(line)}\n`).join(''))
      response.writeHead(200, { 'content-type': 'text/plain' })
      if (!options.follow || options.previous) {
        response.end(body.subarray(0, options.limitBytes ?? body.length))
        return
      }
      response.write(body)
      const stop = source.follow(pod, container, bytes, (line) => response.write(`${stamped(line)}\n`))
      response.on('close', stop)
    },
  }
}

function chooseContainer(pod: Obj, wanted: string | undefined): string {
  const names = listAt(pod, 'spec', 'containers').map((each) => textAt(each, 'name') ?? '')
  const { name } = pod.metadata
  if (wanted === undefined) {
    const [only = ''] = names
    if (names.length === 1) return only
    const message = `a container name must be specified for pod ${name}, choose one of: [${names.join(' ')}]`
    throw badRequest(message)
  }
  if (!names.includes(wanted)) throw badRequest(`container ${wanted} is not valid for pod ${name}`)
  return wanted
}

function requireStarted(pod: Obj, container: string): void {
  const status = listAt(pod, 'status', 'containerStatuses').find((each) => textAt(each, 'name') === container)
  const waiting = textAt(status, 'state', 'waiting', 'reason')
  if (waiting === undefined) return
  throw badRequest(`container "${container}" in pod "${pod.metadata.name}" is waiting to start: ${waiting}`)
}
