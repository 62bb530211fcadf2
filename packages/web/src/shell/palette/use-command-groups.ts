import { EMBEDDED_FEATURE, LOG_SEARCH_FEATURE, listBuckets, type Session } from '@cooperage/contract'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconBook,
  IconBucket,
  IconCornerDownRight,
  IconFileAlert,
  IconFileSearch,
  IconKeyboard,
  IconLayoutList,
  IconLogout,
  IconMoon,
  IconPlus,
  IconServer2,
  IconSun,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { useCan } from '../../buckets/index.ts'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation, withBase } from '../../navigation/navigation.ts'
import { FAILED_YESTERDAY_PATH, logsPath } from '../../navigation/paths/logs.ts'
import { folderPath } from '../../navigation/paths/objects.ts'
import { guidePath } from '../../navigation/paths/pages.ts'
import { serverBase, serversUrl } from '../../navigation/server-paths.ts'
import { useServers } from '../../servers/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { useLogout } from '../../sign-out/use-logout.ts'
import type { FrameDialog } from '../dialogs.ts'
import { menuFor } from '../menu.ts'
import type { CommandGroup } from './commands.ts'
import { useNameGroups } from './use-name-groups.ts'
import { useRecentGroup } from './use-recent-group.ts'

/** The commands for a session: where it was last, its pages, global actions, and what it may open by name. */
export function useCommandGroups(
  session: Session,
  onOpen: (dialog: FrameDialog) => void,
  isTyped: boolean,
): { groups: CommandGroup[]; isLoading: boolean } {
  const t = useTexts(['shell', 'shared'])
  const { push } = useNavigation()
  const logout = useLogout()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const { createBucket } = useCan('', 'createBucket')
  const canBrowse = session.pages.includes('/object-browser/:bucket')
  const buckets = useApiQuery(listBuckets, { query: { names_only: true } }, { enabled: canBrowse }).data?.buckets

  const servers = useServers()
  const recent = useRecentGroup(session)
  const { groups: named, isLoading } = useNameGroups(session, isTyped)

  const groups = useMemo((): CommandGroup[] => {
    const items = menuFor(session)
      .flatMap((group) => group.items)
      .filter(({ isGuide }) => !isGuide)
    return [
      recent,
      {
        id: 'pages',
        label: t('palette.pages'),
        commands: items.map(({ page, label, icon, key }) => ({
          id: `page ${page}`,
          label: t(`menu.${label}`),
          icon,
          ...(key === undefined ? {} : { keys: `g ${key}` }),
          run: () => push(page),
        })),
      },
      {
        id: 'actions',
        label: t('palette.actions'),
        commands: [
          ...(createBucket === true
            ? [{ id: 'create', label: t('palette.createBucket'), icon: IconPlus, run: () => onOpen('createBucket') }]
            : []),
          ...(canBrowse
            ? [{ id: 'goTo', label: t('palette.goTo'), icon: IconCornerDownRight, run: () => onOpen('goTo') }]
            : []),
          ...(session.pages.includes('/logs') && session.features.includes(LOG_SEARCH_FEATURE)
            ? [
                {
                  id: 'searchLogs',
                  label: t('palette.searchLogs'),
                  icon: IconFileSearch,
                  run: () => push(logsPath('search')),
                },
                {
                  id: 'failedYesterday',
                  label: t('palette.failedYesterday'),
                  icon: IconFileAlert,
                  run: () => push(FAILED_YESTERDAY_PATH),
                },
              ]
            : []),
          {
            id: 'theme',
            label: t(isDark ? 'shared:themeToLight' : 'shared:themeToDark'),
            icon: isDark ? IconSun : IconMoon,
            run: () => setColorScheme(isDark ? 'light' : 'dark'),
          },
          {
            id: 'guide',
            label: t('menu.guide'),
            icon: IconBook,
            run: () => window.open(withBase(guidePath()), '_blank', 'noopener'),
          },
          {
            id: 'shortcuts',
            label: t('shortcuts.title'),
            icon: IconKeyboard,
            keys: '?',
            run: () => onOpen('shortcuts'),
          },
          ...(session.features.includes(EMBEDDED_FEATURE)
            ? []
            : [{ id: 'logout', label: t('logout'), icon: IconLogout, run: logout }]),
        ],
      },
      {
        id: 'buckets',
        label: t('palette.buckets'),
        commands: (canBrowse ? (buckets ?? []) : []).map(({ name }) => ({
          id: `bucket ${name}`,
          label: name,
          icon: IconBucket,
          run: () => push(folderPath(name)),
        })),
      },
      ...named,
      {
        id: 'servers',
        label: t('palette.servers'),
        // Each is an application of its own.
        commands: [
          ...servers
            .filter(({ isHere }) => !isHere)
            .map(({ name, title }) => ({
              id: `server ${name}`,
              label: plainName(title),
              icon: IconServer2,
              run: () => window.location.assign(serverBase(name)),
            })),
          ...(servers.length > 0
            ? [
                {
                  id: 'all servers',
                  label: t('palette.allServers'),
                  icon: IconLayoutList,
                  run: () => window.location.assign(serversUrl()),
                },
              ]
            : []),
        ],
      },
    ]
  }, [
    t,
    session,
    push,
    logout,
    onOpen,
    setColorScheme,
    isDark,
    createBucket,
    canBrowse,
    buckets,
    servers,
    recent,
    named,
  ])
  return { groups, isLoading }
}
