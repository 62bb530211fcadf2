import type { Feature } from '../shared/feature.ts'

const bucketPage = async () => (await import('./detail/BucketPage.tsx')).BucketPage

export const buckets: Feature = {
  pages: {
    '/buckets': async () => (await import('./BucketsPage.tsx')).BucketsPage,
    '/buckets/$bucket': bucketPage,
    '/buckets/$bucket/$': bucketPage,
  },
  parts: [() => import('./loaded-dialogs.ts')],
}
