import { useEffect, useState } from 'react'
import { translate } from '../messages/use-texts.ts'
import { formatAge } from '../shared/text/numbers.ts'

const MINUTE_MS = 60_000

/** 'in 11 h 58 min', to the second below two minutes, in days from two on; 'now' when no time is left, '' if it's unknown. */
export function timeLeftText(ms: number): string {
  if (Number.isNaN(ms)) return ''
  if (ms <= 0) return translate('session:timeLeft.now')
  if (ms < 2 * MINUTE_MS) return translate('session:timeLeft.seconds', { seconds: Math.ceil(ms / 1000) })
  const minutes = Math.floor(ms / MINUTE_MS)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return translate('session:timeLeft.minutes', { minutes })
  if (hours < 48) return translate('session:timeLeft.hours', { hours, minutes: minutes % 60 })
  return formatAge(-ms)
}

/** {@link timeLeftText} until a time of this machine's clock, kept up to date. */
export function useTimeLeft(at: number): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return timeLeftText(at - now)
}
