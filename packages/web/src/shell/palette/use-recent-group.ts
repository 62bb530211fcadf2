import type { Session } from '@cooperage/contract'
import {
  IconBucket,
  IconFile,
  IconFolderOpen,
  IconShieldLock,
  IconStack2,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useCurrentPath, useNavigation } from '../../navigation/navigation.ts'
import { parseBucketPath } from '../../navigation/paths/buckets.ts'
import { parseGroupPath } from '../../navigation/paths/groups.ts'
import { parseBrowserPath } from '../../navigation/paths/objects.ts'
import { parsePolicyPath } from '../../navigation/paths/policies.ts'
import { parseTenantPath } from '../../navigation/paths/tenants.ts'
import { parseUserPath } from '../../navigation/paths/users.ts'
import type { MenuIcon, MenuItem } from '../../shared/feature.ts'
import { recentPlaces } from '../../shared/recent-places.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { isWithin } from '../menu.ts'
import { pageAccess } from '../page-access.ts'
import type { CommandGroup } from './commands.ts'

interface Place {
  name: string
  icon: MenuIcon
  /** The menu item that it belongs to. */
  menu: MenuItem['label']
}

/** What a path of the recent places is about; undefined if its encoding is malformed. */
function placeOf(path: string): Place | undefined {
  const bucket = parseBucketPath(path)
  if (bucket) return { name: bucket.bucket, icon: IconBucket, menu: 'buckets' }
  const inBucket = parseBrowserPath(path)
  if (inBucket) {
    const { key } = inBucket
    const icon = key === '' || key.endsWith('/') ? IconFolderOpen : IconFile
    return { name: `${inBucket.bucket}/${key}`, icon, menu: 'objects' }
  }
  const tenant = parseTenantPath(path)
  if (tenant) return { name: `${tenant.namespace}/${tenant.tenant}`, icon: IconStack2, menu: 'tenants' }
  const named = [
    { name: parseUserPath(path), icon: IconUser, menu: 'users' },
    { name: parseGroupPath(path), icon: IconUsersGroup, menu: 'groups' },
    { name: parsePolicyPath(path), icon: IconShieldLock, menu: 'policies' },
  ] as const
  const [found] = named.flatMap(({ name, ...others }) => (name === undefined ? [] : [{ name, ...others }]))
  return found
}

/** What the account has visited last and may still open, except the page that is open. */
export function useRecentGroup({ accountName, pages }: Session): CommandGroup {
  const t = useTexts('shell')
  const { push } = useNavigation()
  const here = useCurrentPath()
  // As of when the palette opened.
  const [paths] = useState(() => recentPlaces(accountName))
  return useMemo(
    () => ({
      id: 'recent',
      label: t('palette.recent'),
      when: 'empty',
      commands: paths
        .filter((path) => !isWithin(here, path) && pageAccess(path, pages).kind === 'open')
        .flatMap((path) => {
          const place = placeOf(path)
          if (place === undefined) return []
          const { name, icon, menu } = place
          const hint = t(`menu.${menu}`)
          return [{ id: `recent ${path}`, label: plainName(name), icon, hint, run: () => push(path) }]
        })
        .slice(0, RECENT),
    }),
    [t, push, here, pages, paths],
  )
}

/** As many as every group shows: the others aren't counted, because typing doesn't find them. */
const RECENT = 8
