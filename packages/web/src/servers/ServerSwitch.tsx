import '../messages/en/servers.ts'
import { listServers, listSyncs } from '@cooperage/contract'
import { Menu } from '@mantine/core'
import { IconLayoutList, IconRefreshDot, IconSelector, IconTransferOut } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { basePath } from '../navigation/base-path.ts'
import { migratePath, syncPath } from '../navigation/paths/pages.ts'
import { serverBase, serversUrl } from '../navigation/server-paths.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { ServerTitle } from './ServerTitle.tsx'
import classes from './servers.module.css'

/** Which of several storage servers this is, with the way to the others. */
export function ServerSwitch() {
  const t = useTexts('servers')
  const { data } = useApiQuery(listServers, {}, { staleTime: Number.POSITIVE_INFINITY })
  const pages = useSession()?.pages
  const here = data?.servers.find(({ isHere }) => isHere)
  if (here === undefined) return null
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <button type="button" className={classes.switch} aria-label={t('switch', { title: plainName(here.title) })}>
          <ServerTitle server={here} />
          <IconSelector size={16} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.choices}>
        {data?.servers
          .filter(({ isHere }) => !isHere)
          .map((server) => (
            <Menu.Item key={server.name} component="a" href={serverBase(server.name)}>
              <ServerTitle server={server} />
            </Menu.Item>
          ))}
        <Menu.Divider />
        {pages?.includes(migratePath()) && (
          <Menu.Item
            component="a"
            href={basePath() + migratePath().slice(1)}
            leftSection={<IconTransferOut size={16} aria-hidden="true" />}
          >
            {t('migrate')}
          </Menu.Item>
        )}
        {pages?.includes(syncPath()) && <SyncItem />}
        <Menu.Item component="a" href={serversUrl()} leftSection={<IconLayoutList size={16} aria-hidden="true" />}>
          {t('all')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks for the syncs when the menu is opened. */
function SyncItem() {
  const t = useTexts('servers')
  const { data = [] } = useApiQuery(listSyncs, {})
  const count = data.filter(({ needs_attention: isFailing }) => isFailing).length
  return (
    <Menu.Item
      component="a"
      href={basePath() + syncPath().slice(1)}
      leftSection={<IconRefreshDot size={16} aria-hidden="true" />}
    >
      <span className={layout.stack}>
        {t('sync')}
        {count > 0 && <StateMark tone="warn" text={t('syncsFailing', { count, number: formatCount(count) })} />}
      </span>
    </Menu.Item>
  )
}
