/** The side of a `DatabaseThread` that runs in the worker thread. */
import { parentPort } from 'node:worker_threads'

export interface ThreadCall {
  id: number
  name: string
  args: unknown[]
}

export interface ThreadResult {
  id: number
  value?: unknown
  error?: { message: string; code?: string; errcode?: number }
}

/** Serves calls in their order until the thread is closed; then `close` runs. */
export function serveCalls(calls: object, close: () => void): void {
  const port = parentPort
  port?.on('message', (message: ThreadCall | null) => {
    if (message === null) {
      close()
      port.close()
      return
    }
    port.postMessage(run(calls, message))
  })
}

function run(calls: object, { id, name, args }: ThreadCall): ThreadResult {
  try {
    const call = Reflect.get(calls, name) as (...args: unknown[]) => unknown
    return { id, value: call.apply(calls, args) }
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    return { id, error: { message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }) } }
  }
}
