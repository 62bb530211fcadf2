import { IconLock } from '@tabler/icons-react'
import { plainName } from '../../shared/text/visible-name.ts'
import classes from './detail.module.css'

/** Why one part couldn't be read, shown in its place. */
export function UnreadableValue({ reason }: { reason: string }) {
  return (
    <p className={classes.problem}>
      <IconLock size={16} aria-hidden="true" />
      <span>{plainName(reason)}</span>
    </p>
  )
}
