import type { OwnedKey } from '@cooperage/contract'
import { AppLink } from '../navigation/AppLink.tsx'
import { userPath } from '../navigation/paths/users.ts'
import { useSession } from '../session/index.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './access-keys.module.css'

/** The user of a key, with the way to its page for who may open it; only built-in users always have one. */
export function OwnerLink({ owner, ownerName, source }: Pick<OwnedKey, 'owner' | 'ownerName' | 'source'>) {
  const isOffered = useSession()?.pages.includes('/users/:userName+') === true
  if (!isOffered || source !== 'builtIn') return <ObjectName name={ownerName} />
  return (
    <AppLink to={userPath(owner)} tabIndex={-1} className={classes.owner}>
      <ObjectName name={owner} />
    </AppLink>
  )
}
