import { parseAdminError } from '@cooperage/wire'
import type { StorageEndpoint } from './endpoint.ts'
import { readWhole } from './read-whole.ts'
import { readBeginning, refusal } from './refusal.ts'
import { exchangeFailure } from './storage-error.ts'
import { HEADERS_TIMEOUT_MS } from './time-limits.ts'

/**
 * Which API the administration of a server has:
 * - `minio`: MinIO and the embedded engine
 * - `rustfs`: RustFS, which has most of MinIO's calls
 * - `s3`: none. There, the paths of admin calls are names of objects.
 */
export type StorageKind = 'minio' | 'rustfs' | 's3'

/** What a storage server is, as far as the console has to know. */
export interface ServerProfile {
  kind: StorageKind
  /** Name of the product: `MinIO`, `versitygw`; `S3` if it doesn't say. */
  product: string
}

/** What servers of a kind are called, if their `Server` header doesn't say it. */
export const PRODUCT_NAMES: Readonly<Record<StorageKind, string>> = { minio: 'MinIO', rustfs: 'RustFS', s3: 'S3' }

/** Products by their `Server` header. */
const PRODUCTS: readonly [pattern: RegExp, product: string][] = [
  [/^MinIO\b/i, 'MinIO'],
  [/^Cooperage\b/i, 'Cooperage'],
  [/^RustFS\b/i, 'RustFS'],
  [/^VERSITYGW\b/i, 'versitygw'],
  [/^SeaweedFS\b/i, 'SeaweedFS'],
  [/^AmazonS3\b/i, 'Amazon S3'],
  [/^Ceph\b/i, 'Ceph'],
  [/^Garage\b/i, 'Garage'],
  [/^WasabiS3\b/i, 'Wasabi'],
]

/** An admin call that every server with MinIO's admin API has, and refuses without a signature. */
const PROBE = '/minio/admin/v3/accountinfo'

/**
 * Finds out what a server is, by an admin call without a signature. Servers with an admin API refuse it in words of their own. A
 * stored object can't imitate that: it decides about the body of a success, not about refusals.
 * @throws StorageError of kind `unreachable`, `timeout` or `unreadable`; `refused` while the server starts
 */
export async function readProfile(endpoint: StorageEndpoint, signal: AbortSignal | undefined): Promise<ServerProfile> {
  try {
    const response = await endpoint.request({
      method: 'GET',
      path: PROBE,
      headers: endpoint.headersFor(undefined),
      headersTimeout: HEADERS_TIMEOUT_MS,
      ...(signal && { signal }),
    })
    if (response.statusCode >= 500) throw await refusal(response, signal)
    const text = await readWhole(response, signal, HEADERS_TIMEOUT_MS, readBeginning)
    const kind = response.statusCode === 403 ? kindOf(text) : 's3'
    return { kind, product: productOf(String(response.headers.server ?? ''), kind) }
  } catch (error) {
    throw exchangeFailure(error, signal)
  }
}

function kindOf(refused: string): StorageKind {
  const { code, message } = parseAdminError(refused) ?? {}
  if (code !== 'AccessDenied') return 's3'
  // S3 errors are XML.
  if (refused.startsWith('{')) return 'minio'
  return message === 'Signature is required' ? 'rustfs' : 's3'
}

/** Proxies may replace the header. */
function productOf(server: string, kind: StorageKind): string {
  const named = PRODUCTS.find(([pattern]) => pattern.test(server))?.[1]
  return named ?? PRODUCT_NAMES[kind]
}
