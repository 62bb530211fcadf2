import type { Page } from '../page.ts'

export const watchPages: readonly Page[] = [{ path: '/watch', actions: ['s3:ListenBucketNotification'] }]
