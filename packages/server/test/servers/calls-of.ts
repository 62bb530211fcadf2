import { expect } from 'vitest'
import type { Reply, Visitor } from '../visitor.ts'

/** JSON calls of a visitor, by their paths below `/api/v1`. */
export function callsOf(user: () => Visitor) {
  const send = (method: string, path: string, json?: unknown): Promise<Reply> =>
    user().call(method, `/api/v1${path}`, json === undefined ? {} : { json })
  return {
    send,
    /** The JSON of a success. */
    async call(method: string, path: string, json?: unknown): Promise<unknown> {
      const reply = await send(method, path, json)
      expect([reply.status, reply.text]).toEqual([expect.toSatisfy((status) => status < 300), expect.any(String)])
      return reply.json
    },
    /** The code with which the console refuses a call. */
    async refused(method: string, path: string, json?: unknown): Promise<unknown> {
      const reply = await send(method, path, json)
      return (reply.json as { code?: string } | undefined)?.code ?? reply.status
    },
  }
}
