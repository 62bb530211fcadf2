import { checkBucketExposure } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../shared/api/call.ts'
import { type Scan, withNews } from './scan.ts'

/** Where the last whole scan is kept among the answers, and where one that is under way. */
export const SCAN_KEY = ['exposure.scan']
export const PARTIAL_KEY = ['exposure.partialScan']

/** What is known of one bucket, for the badge in the list. */
export const bucketExposureKey = (bucket: string) => [checkBucketExposure.id, bucket]

/** To be called when the access to a bucket was changed: what was found out about it is brought up to date. */
export function useExposureChange(): (bucket: string) => void {
  const client = useQueryClient()
  return useCallback(
    (bucket) => {
      void client.invalidateQueries({ queryKey: bucketExposureKey(bucket) })
      client.setQueryData(PARTIAL_KEY, null)
      const updatedAt = client.getQueryState(SCAN_KEY)?.dataUpdatedAt ?? 0
      if (updatedAt === 0) return
      const bringUpToDate = async () => {
        const news = await call(checkBucketExposure, { body: { buckets: [bucket] } })
        // The scan stays as old as it is: of the other buckets nothing is known anew.
        client.setQueryData<Scan>(SCAN_KEY, (scan) => scan && withNews(scan, bucket, news), { updatedAt })
      }
      // A scan of which something is not known any more is made anew for whoever wants to see it.
      bringUpToDate().catch(() => client.invalidateQueries({ queryKey: SCAN_KEY }))
    },
    [client],
  )
}
