import type { Store } from '../store/store.ts'
import { s3Error } from './errors.ts'

/** @throws WireError NoSuchBucket */
export function requireBucket({ store }: { store: Pick<Store, 'getBucket'> }, bucket: string): void {
  if (store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
}
