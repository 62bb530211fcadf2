import { AppLink } from '../navigation/AppLink.tsx'
import { identityProvidersPath } from '../navigation/paths/pages.ts'
import { useSession } from '../session/index.ts'

interface LdapNoteProps {
  note: string
  /** The text of the link to the policies of the directory, for who may open them. */
  link: string
}

/** What pages say about built-in users or groups on a storage server that takes its users from LDAP. */
export function LdapNote({ note, link }: LdapNoteProps) {
  const isOffered = useSession()?.pages.includes('/identity-providers') === true
  return (
    <>
      {note} {isOffered && <AppLink to={identityProvidersPath('policies')}>{link}</AppLink>}
    </>
  )
}
