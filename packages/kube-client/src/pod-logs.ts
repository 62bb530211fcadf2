import { exchangeFailure } from './kube-error.ts'
import { linesOf } from './lines.ts'
import { resourcePath, rightOf } from './resource-path.ts'
import { PODS } from './resources.ts'
import { type Caller, type KubeRequest, send, sendForText } from './send.ts'

export interface LogOptions {
  namespace: string
  name: string
  /** Required by Kubernetes for pods with several containers. */
  container?: string | undefined
  tailLines?: number | undefined
  limitBytes?: number | undefined
  sinceSeconds?: number | undefined
  /** Of the container's previous run. */
  previous?: boolean | undefined
  timestamps?: boolean | undefined
}

const MAX_LINE_BYTES = 1 << 20

/** The log so far, held in memory: set `tailLines` or `limitBytes`. @throws KubeError */
export function readLogs(caller: Caller, options: LogOptions): Promise<string> {
  return sendForText(caller, logRequest(options))
}

/** Lines as the container writes them, until it ends or `caller.signal` aborts. @throws KubeError */
export async function* followLogs(caller: Caller, options: LogOptions): AsyncGenerator<string> {
  const { body } = await send(caller, { ...logRequest(options, true), isStream: true }, caller.signal)
  try {
    yield* linesOf(body, MAX_LINE_BYTES)
  } catch (error) {
    throw exchangeFailure(error, caller.signal)
  } finally {
    body.destroy()
  }
}

function logRequest({ namespace, name, previous, timestamps, ...rest }: LogOptions, follow = false): KubeRequest {
  const place = { namespace, name, subresource: 'log' }
  const { container, tailLines, limitBytes, sinceSeconds } = rest
  return {
    method: 'GET',
    path: resourcePath(PODS, place),
    query: {
      container,
      tailLines,
      limitBytes,
      sinceSeconds,
      previous: previous || undefined,
      timestamps: timestamps || undefined,
      follow: follow || undefined,
    },
    right: rightOf(PODS, 'get', place),
  }
}
