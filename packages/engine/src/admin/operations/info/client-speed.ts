import { jsonResponse } from '../../../http/response.ts'
import type { AdminOperation } from '../../call.ts'

/** MinIO's own limits. */
const MAX_BYTES = 100 * 1024 ** 3
const LONGEST_MS = 30_000

/** Reads what a client sends and throws it away, so that the client can tell how fast that was. */
export const clientSpeed: AdminOperation = async ({ exchange }) => {
  const began = performance.now()
  let bytes = 0
  for await (const chunk of exchange.body()) {
    bytes += chunk.length
    if (bytes >= MAX_BYTES || performance.now() - began >= LONGEST_MS) break
  }
  return { status: 200 }
}

/** What a client subtracts from its time: how long it waited for others. The engine has nobody wait. */
export const clientSpeedExtraTime: AdminOperation = async () => jsonResponse({})
