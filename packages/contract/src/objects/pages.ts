import { BUCKET_READ } from '../buckets/pages.ts'
import type { Page } from '../page.ts'

export const OBJECT_USE = ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'] as const

export const objectPages: readonly Page[] = [
  { path: '/object-browser', actions: [...BUCKET_READ, ...OBJECT_USE] },
  { path: '/object-browser/:bucket', actions: OBJECT_USE },
  { path: '/object-browser/:bucket/*', actions: OBJECT_USE },
]
