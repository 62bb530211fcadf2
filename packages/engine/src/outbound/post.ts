import { type Agent, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { LONGEST_TIMEOUT_MS } from '../config/values.ts'

export interface Post {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  signal: AbortSignal
  agent?: Agent
}

/** `AbortSignal.timeout` accepts whole milliseconds only. Settings stored earlier may exceed its range. */
const wholeTimeout = (ms: number) => Math.min(Math.ceil(ms), LONGEST_TIMEOUT_MS)

/** Sends JSON to a webhook without following redirects. @throws Error unless it responds with success before the timeout */
export function post({ url, headers, body, timeoutMs, signal, agent }: Post): Promise<void> {
  return new Promise((resolve, reject) => {
    const { protocol } = new URL(url)
    const outgoing = (protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(wholeTimeout(timeoutMs))]),
        ...(agent === undefined ? {} : { agent }),
      },
      (response) => {
        response.resume()
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode = 0 } = response
          if (statusCode >= 200 && statusCode < 300) resolve()
          else reject(new Error(`${url} responded with status ${statusCode}`))
        })
      },
    )
    outgoing.on('error', (error) =>
      reject(error.name === 'AbortError' && !signal.aborted ? new Error(`${url} did not respond in time`) : error),
    )
    outgoing.end(body)
  })
}
