import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { comma } from '../shared/text/punctuation.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import classes from './access-keys.module.css'
import { expiryState } from './expiry.ts'

/** When a key expires, with a word where that is never, soon or past. */
export function KeyExpiry({ expiry, isNeverFlagged = false }: { expiry: string; isNeverFlagged?: boolean }) {
  const t = useTexts('accessKeys')
  const state = expiryState(expiry, Date.now())
  if (state === 'never' && !isNeverFlagged) return t('never')
  return (
    <span className={classes.expiry} data-state={state} title={state === 'never' ? t('neverHint') : undefined}>
      {state !== 'later' && <IconAlertTriangle size={15} aria-hidden="true" />}
      {state === 'never' ? t('never') : <RelativeTime iso={expiry} />}
      {state === 'expired' && comma() + t('expired')}
      {state === 'soon' && <span className={classes.soon}>{comma() + t('soon')}</span>}
    </span>
  )
}

/** Orders keys that never expire behind all others. */
export function endOf({ expiry }: { expiry: string }): number {
  return expiry === '' ? Number.POSITIVE_INFINITY : Date.parse(expiry)
}
