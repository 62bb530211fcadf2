import { listConfigurations, listGroups, listPolicies, listUsers, type Session } from '@cooperage/contract'
import { IconSettings, IconShieldLock, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../../navigation/navigation.ts'
import { groupPath } from '../../navigation/paths/groups.ts'
import { policyPath } from '../../navigation/paths/policies.ts'
import { configurationPath } from '../../navigation/paths/settings.ts'
import { userPath } from '../../navigation/paths/users.ts'
import { loadSectionNames } from '../../settings/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import type { MenuIcon } from '../../shared/feature.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import type { CommandGroup } from './commands.ts'

/** Age in milliseconds up to which lists that pages have loaded are used: opening the palette often costs the server nothing. */
const STALE_MS = 60_000

type SectionNames = Awaited<ReturnType<typeof loadSectionNames>>

/**
 * What the session may open by its name: users, groups, policies and sections of the settings. A list that can't be loaded is
 * left out, since its page says why.
 */
export function useNameGroups({ pages }: Session): CommandGroup[] {
  const { t } = useTranslation('shell')
  const { t: ofSettings } = useTranslation('settings')
  const { push } = useNavigation()
  const needed = (...paths: string[]) => ({
    enabled: paths.every((path) => pages.includes(path)),
    staleTime: STALE_MS,
  })
  const users = useApiQuery(listUsers, {}, needed('/users', '/users/:userName+')).data
  const groups = useApiQuery(listGroups, {}, needed('/groups', '/groups/:groupName+')).data
  const policies = useApiQuery(listPolicies, {}, needed('/policies', '/policies/:policyName')).data
  const settings = needed('/settings')
  const sections = useApiQuery(listConfigurations, {}, settings).data
  const names = useSectionNames(settings.enabled)

  return useMemo(() => {
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
