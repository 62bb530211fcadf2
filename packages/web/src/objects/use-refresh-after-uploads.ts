import { useEffect, useRef } from 'react'
import { useStoredCount } from '../transfers/index.ts'
import { LISTS_LAG_MS } from './changes.ts'

/** While files arrive one after the other, the listing follows at this pace. */
const REFRESH_PAUSE_MS = 800

/** Reads the folder again when files have been stored in it: at once after the first, not for each of many, and once more at their end. */
export function useRefreshAfterUploads(bucket: string, prefix: string, refresh: (() => void) | undefined): void {
  const stored = useStoredCount(bucket, prefix)
  const seen = useRef(stored)
  const refreshedAt = useRef(0)
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (refresh === undefined || stored === seen.current) return
    const wait = Math.max(0, refreshedAt.current + REFRESH_PAUSE_MS - performance.now())
    const timer = setTimeout(() => {
      seen.current = stored
      refreshedAt.current = performance.now()
      refresh()
      clearTimeout(later.current)
      later.current = setTimeout(refresh, LISTS_LAG_MS)
    }, wait)
    return () => clearTimeout(timer)
  }, [stored, refresh])
  useEffect(() => () => clearTimeout(later.current), [])
}
