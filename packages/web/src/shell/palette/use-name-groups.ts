import { listConfigurations, listGroups, listPolicies, listUsers, type Route, type Session } from '@cooperage/contract'
import { IconSettings, IconShieldLock, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { groupPath } from '../../navigation/paths/groups.ts'
import { policyPath } from '../../navigation/paths/policies.ts'
import { configurationPath } from '../../navigation/paths/settings.ts'
import { userPath } from '../../navigation/paths/users.ts'
import { loadSectionNames } from '../../settings/index.ts'
import type { CallInput } from '../../shared/api/call.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import type { MenuIcon } from '../../shared/feature.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import type { CommandGroup } from './commands.ts'

/** Age in milliseconds up to which lists that pages have loaded are used: opening the palette often costs the server nothing. */
const STALE_MS = 60_000

type SectionNames = Awaited<ReturnType<typeof loadSectionNames>>

/**
 * What the session may open by its name: users, groups, policies and sections of the settings, loaded once they are needed. A
 * list that can't be loaded is left out, since its page says why.
 */
export function useNameGroups({ pages }: Session, isNeeded: boolean): { groups: CommandGroup[]; isLoading: boolean } {
  const t = useTexts('shell')
  const ofSettings = useTexts('settings')
  const { push } = useNavigation()
  const may = (...paths: string[]) => isNeeded && paths.every((path) => pages.includes(path))
  const { data: users, isLoading: waitsForUsers } = useList(listUsers, may('/users', '/users/:userName+'))
  const { data: groups, isLoading: waitsForGroups } = useList(listGroups, may('/groups', '/groups/:groupName+'))
  const { data: policies, isLoading: waitsForPolicies } = useList(
    listPolicies,
    may('/policies', '/policies/:policyName'),
  )
  const { data: sections, isLoading: waitsForSections } = useList(listConfigurations, may('/settings'))
  const names = useSectionNames(may('/settings'))

  const found = useMemo(() => {
    const group = (id: string, label: string, icon: MenuIcon, items: readonly Named[]): CommandGroup => ({
      id,
      label,
      when: 'typed',
      commands: items.map(({ name, path, ...shown }) => ({
        id: `${id} ${name}`,
        label: plainName(name),
        icon,
        ...shown,
        run: () => push(path()),
      })),
    })
    const named = (names: readonly string[], pathOf: (name: string) => string) =>
      names.map((name) => ({ name, path: () => pathOf(name) }))
    return [
      group('users', t('menu.users'), IconUser, named(users?.users.map((one) => one.accessKey) ?? [], userPath)),
      // Of groups of LDAP, servers have no page.
      group(
        'groups',
        t('menu.groups'),
        IconUsersGroup,
        named(groups?.source === 'ldap' ? [] : (groups?.groups ?? []), groupPath),
      ),
      group(
        'policies',
        t('menu.policies'),
        IconShieldLock,
        named(policies?.policies.map((one) => one.name) ?? [], policyPath),
      ),
      group(
        'settings',
        t('palette.settings'),
        IconSettings,
        names === undefined || sections === undefined
          ? []
          : names.sectionsOf(sections.configurations.map(({ key }) => key)).map((section) => ({
              name: section,
              label: names.sectionName(section, ofSettings),
              hint: section,
              path: () => configurationPath(section),
            })),
      ),
    ]
  }, [t, ofSettings, push, users, groups, policies, sections, names])
  return { groups: found, isLoading: waitsForUsers || waitsForGroups || waitsForPolicies || waitsForSections }
}

function useList<R extends Route>(route: R, isNeeded: boolean) {
  const { data, isLoading } = useApiQuery(route, {} as CallInput<R>, { enabled: isNeeded, staleTime: STALE_MS })
  // Pages may have loaded it while the visitor still had the permission.
  return { data: isNeeded ? data : undefined, isLoading }
}

interface Named {
  name: string
  path: () => string
  label?: string
  hint?: string
}

/** What sections are called: loaded with the palette, because it brings the texts of settings along. */
function useSectionNames(isNeeded: boolean): SectionNames | undefined {
  const [names, setNames] = useState<SectionNames>()
  useEffect(() => {
    if (!isNeeded) return
    loadSectionNames().then(setNames, () => undefined)
  }, [isNeeded])
  return names
}
