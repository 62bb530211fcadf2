import { AppLink } from '../navigation/AppLink.tsx'
import { userPath } from '../navigation/paths/users.ts'
import { useSession } from '../session/index.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './KeyList.module.css'

/** The user of a key, with the way to its page for who may open it. */
export function OwnerLink({ owner }: { owner: string }) {
  const isOffered = useSession()?.pages.includes('/users/:userName+') === true
  if (!isOffered) return <ObjectName name={owner} />
  return (
    <AppLink to={userPath(owner)} tabIndex={-1} className={classes.owner}>
      <ObjectName name={owner} />
    </AppLink>
  )
}
