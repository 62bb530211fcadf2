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

/** A signal takes whole milliseconds only; settings of before may have less or more than it can wait. */
const wholeTimeout = (ms: number) => Math.min(Math.ceil(ms), LONGEST_TIMEOUT_MS)

/** Sends JSON to a webhook. Redirects are not followed. @throws Error unless the answer is a success within the time */
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
          else reject(new Error(`${url} answered ${statusCode}`))
        })
      },
    )
    outgoing.on('error', (error) =>
      reject(error.name === 'AbortError' && !signal.aborted ? new Error(`${url} did not answer in time`) : error),
    )
    outgoing.end(body)
  })
}
