import type { SendOptions, TestResponse } from './send.ts'

type Request = (options: Omit<SendOptions, 'url' | 'credentials'>) => Promise<TestResponse>

const ENABLED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'

/**
 * Creates a bucket with object lock. MinIO keeps the settings of a bucket in memory, and if something else reads them while the
 * bucket is created, a list of buckets for example, they may stay without the lock until a setting is written.
 * @throws Error if a request is rejected
 */
export async function createLockedBucket(request: Request, bucket: string): Promise<void> {
  const requests: Parameters<Request>[0][] = [
    { method: 'PUT', bucket, headers: { 'x-amz-bucket-object-lock-enabled': 'true' } },
    { method: 'PUT', bucket, query: { versioning: '' }, body: ENABLED },
  ]
  for (const options of requests) {
    const { status, text } = await request(options)
    if (status !== 200) throw new Error(`${bucket} can't be created with object lock: ${status} ${text}`)
  }
}
