import { useEffect, useRef } from 'react'
import { useStoredCount } from '../transfers/index.ts'
import { notifyChange } from './changes.ts'

/** While files arrive one after the other, the listing follows at this pace. */
const REFRESH_PAUSE_MS = 800

/** Has the folder read again when files have been stored in it: at once after the first, and not for each of many. */
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
