import type { ServerLabel } from '@cooperage/contract'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './servers.module.css'

/** The title of a storage server, with its color. */
export function ServerTitle({ server: { title, color } }: { server: Pick<ServerLabel, 'title' | 'color'> }) {
  return (
    <span className={classes.title}>
      <span className={classes.dot} data-color={color} aria-hidden="true" />
      <ObjectName name={title} />
    </span>
  )
}
