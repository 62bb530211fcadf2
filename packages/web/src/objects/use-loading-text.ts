import { useEffect, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'

/** When a slow listing shows a message, and when it starts to count (spec object-browser 9). */
const SLOW_AFTER_S = 3
const COUNTS_AFTER_S = 6

/** The message while a listing loads: after 3 s that it takes long, after 6 s how long. */
export function useLoadingText(isLoading: boolean): string {
  const t = useTexts('objects')
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!isLoading) return
    const startedAt = performance.now()
    setSeconds(0)
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - startedAt) / 1000)), 250)
    return () => clearInterval(timer)
  }, [isLoading])
  if (seconds < SLOW_AFTER_S) return t('loading')
  return seconds < COUNTS_AFTER_S ? t('loadingSlow') : t('loadingSlower', { seconds })
}
