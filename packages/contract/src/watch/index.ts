/** Live changes of a bucket. */
import type { Page } from '../page.ts'

export * from './watch.ts'

export const watchPages: readonly Page[] = [{ path: '/watch', actions: ['s3:ListenBucketNotification'] }]
