import { useEffect, useRef } from 'react'
import { useStoredCount } from '../transfers/index.ts'
import { notifyChange } from './changes.ts'

/** While files arrive one after the other, the listing is refreshed at this interval. */
const REFRESH_PAUSE_MS = 800

/** Refreshes the folder after files have been stored in it: immediately after the first, then not for each of many. */
export function useRefreshAfterUploads(bucket: string, prefix: string): void {
  const stored = useStoredCount(bucket, prefix)
  const seen = useRef(stored)
  const refreshedAt = useRef(0)
  useEffect(() => {
    if (stored === seen.current) return
    const wait = Math.max(0, refreshedAt.current + REFRESH_PAUSE_MS - performance.now())
    const timer = setTimeout(() => {
      seen.current = stored
      refreshedAt.current = performance.now()
      notifyChange({ bucket, touched: [prefix] })
    }, wait)
    return () => clearTimeout(timer)
  }, [bucket, prefix, stored])
}
