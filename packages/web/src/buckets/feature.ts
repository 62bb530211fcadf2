import { IconBucket } from '@tabler/icons-react'
import type { Feature } from '../app/feature.ts'

const bucketPage = async () => (await import('./detail/BucketPage.tsx')).BucketPage

export const buckets: Feature = {
  pages: {
    '/buckets': async () => (await import('./BucketsPage.tsx')).BucketsPage,
    '/buckets/$bucket': bucketPage,
    '/buckets/$bucket/$': bucketPage,
  },
  menu: { label: 'buckets', page: '/buckets', icon: IconBucket, key: 'b' },
  parts: [() => import('./loaded-dialogs.ts')],
}
