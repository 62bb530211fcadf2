import type { Credentials } from '@cooperage/wire'
import { send } from './send.ts'

/** A running storage server under test. */
export interface StorageServer {
  kind: 'engine' | 'minio'
  url: string
  root: Credentials
  /** Its process, if it runs in a separate one. */
  pid?: number
  /** What the embedded engine expects of its console. */
  consoleToken?: string | undefined
  /** The folders of a real MinIO's drives. */
  drives?: readonly string[]
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/**
 * Whether a server that is starting serves S3 and STS. MinIO opens its port, then S3, and its accounts last. By what it responds:
 * until MinIO has failed to listen, another program may have its port and respond to everything.
 */
export async function isReady({ url, root }: Pick<StorageServer, 'url' | 'root'>): Promise<boolean> {
  const listed = await send({ url, credentials: root, method: 'GET' })
  if (listed.status !== 200 || !listed.text.includes('<ListAllMyBucketsResult')) return false
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = 'Action=AssumeRole&Version=2011-06-15'
  const assumed = await send({ url, credentials: root, method: 'POST', service: 'sts', headers, body })
  return assumed.status === 200 && assumed.text.includes('<AssumeRoleResult')
}
