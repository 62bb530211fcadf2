import { metricsToken as tokenUntil } from '@cooperage/storage-client'
import type { Credentials } from '@cooperage/wire'

const LIFE_MS = 3_600_000

/** A bearer token for the metrics of a storage server, valid for an hour. */
export function metricsToken(credentials: Credentials): string {
  return tokenUntil(credentials, Date.now() + LIFE_MS)
}
