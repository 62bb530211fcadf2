import type { Unread } from '@cooperage/contract'
import { IconLock, IconPlugOff } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { failureReason } from '../../shared/api/api-error.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import classes from './detail.module.css'

/** Why one part couldn't be read, or that the server doesn't have it, shown in its place. */
export function UnreadableValue({ unread }: { unread: NonNullable<Unread> }) {
  const t = useTexts()
  const isUnsupported = unread.code === 'NotInThisSetup'
  const Icon = isUnsupported ? IconPlugOff : IconLock
  return (
    <p className={classes.problem}>
      <Icon size={16} aria-hidden="true" />
      <span>
        {isUnsupported && <b>{t('unsupportedTitle')}. </b>}
        {plainName(failureReason(unread))}
      </span>
    </p>
  )
}
