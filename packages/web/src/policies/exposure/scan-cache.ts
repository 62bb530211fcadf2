import { checkBucketExposure } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../shared/api/call.ts'
import { type Scan, withResult } from './scan.ts'

/** Query keys of the last complete scan, and of the running one. */
export const SCAN_KEY = ['exposure.scan']
export const PARTIAL_KEY = ['exposure.partialScan']

/** The public access to one bucket, for the badge in the list. */
export const bucketExposureKey = (bucket: string) => [checkBucketExposure.id, bucket]

/** To be called after the access to a bucket was changed: updates its scan result. */
export function useExposureChange(): (bucket: string) => void {
  const client = useQueryClient()
  return useCallback(
    (bucket) => {
      void client.invalidateQueries({ queryKey: bucketExposureKey(bucket) })
      client.setQueryData(PARTIAL_KEY, null)
      const updatedAt = client.getQueryState(SCAN_KEY)?.dataUpdatedAt ?? 0
      if (updatedAt === 0) return
      const bringUpToDate = async () => {
        const result = await call(checkBucketExposure, { body: { buckets: [bucket] } })
        // The age of the scan stays: nothing new is known about other buckets.
        client.setQueryData<Scan>(SCAN_KEY, (scan) => scan && withResult(scan, bucket, result), { updatedAt })
      }
      // A scan with a missing result is repeated for the next visitor of the page.
      bringUpToDate().catch(() => client.invalidateQueries({ queryKey: SCAN_KEY }))
    },
    [client],
  )
}
