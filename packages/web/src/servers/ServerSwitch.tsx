import '../messages/en/servers.ts'
import { listServers } from '@cooperage/contract'
import { Menu } from '@mantine/core'
import { IconLayoutList, IconSelector, IconTransferOut } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { basePath } from '../navigation/base-path.ts'
import { migratePath } from '../navigation/paths/pages.ts'
import { serverBase, serversUrl } from '../navigation/server-paths.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { ServerTitle } from './ServerTitle.tsx'
import classes from './servers.module.css'

/** Which of several storage servers this is, with the way to the others. */
export function ServerSwitch() {
  const { t } = useTranslation('servers')
  const { data } = useApiQuery(listServers, {}, { staleTime: Number.POSITIVE_INFINITY })
  const mayMigrate = useSession()?.pages.includes(migratePath()) === true
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
        {mayMigrate && (
          <Menu.Item
            component="a"
            href={basePath() + migratePath().slice(1)}
            leftSection={<IconTransferOut size={16} aria-hidden="true" />}
          >
            {t('migrate')}
          </Menu.Item>
        )}
        <Menu.Item component="a" href={serversUrl()} leftSection={<IconLayoutList size={16} aria-hidden="true" />}>
          {t('all')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
