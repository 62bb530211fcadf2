import { StateIcon } from '../shared/StateMark.tsx'
import { healthState } from './health.ts'
import '../messages/en/tenants.ts'
import { getTenant } from '@cooperage/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconCode, IconDotsVertical, IconTrash } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useCurrentPath, useNavigation } from '../navigation/navigation.ts'
import {
  parseTenantPath,
  TENANT_TABS,
  type TenantAddress,
  tenantPath,
  tenantsPath,
} from '../navigation/paths/tenants.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { useClusterQuery } from '../shared/live/use-cluster-query.ts'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { ActionMenu } from '../shared/overlay/ActionMenu.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { Simulated } from '../shared/Simulated.tsx'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { useCurrentInView } from '../shared/use-current-in-view.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { ConsoleFrame } from './ConsoleFrame.tsx'
import { LicenseTab } from './detail/LicenseTab.tsx'
import { PodsTab } from './detail/PodsTab.tsx'
import { PoolsTab } from './detail/PoolsTab.tsx'
import { SecurityTab } from './detail/SecurityTab.tsx'
import { SummaryTab } from './detail/SummaryTab.tsx'
import { DeleteTenantDialog, RemainsDialog, useDenied, YamlDialog } from './index.ts'
import classes from './tenants.module.css'

/** /namespaces/{namespace}/tenants/{tenant} and its tabs (spec operator-mode 2). */
export function TenantPage() {
  const path = useCurrentPath()
  const address = parseTenantPath(path)
  const { replace } = useNavigation()
  const bare = address && tenantPath(address.namespace, address.tenant)
  const isBare = path === bare
  useEffect(() => {
    if (isBare && bare !== undefined) replace(`${bare}/summary`)
  }, [isBare, bare, replace])
  if (address === undefined) return <NotFoundPage />
  return <TenantFrame key={`${address.namespace}/${address.tenant}`} {...address} />
}

function TenantFrame({ namespace, tenant, tab }: TenantAddress) {
  const t = useTexts('tenants')
  const { push } = useNavigation()
  usePageTitle(tenant)
  const query = useClusterQuery(getTenant, { params: { namespace, tenant } }, { resource: 'tenants', namespace })
  const tabs = useCurrentInView<HTMLUListElement>(tab)
  const { data } = query
  const denied = useDenied(namespace, 'editTenant', 'deleteTenant')
  const place = { namespace, tenant }
  const { open, dialog } = useDialogs({
    yaml: (close) => <YamlDialog {...place} onClose={close} />,
    remains: (close) => <RemainsDialog {...place} onClose={close} />,
    delete: (close) => (
      <DeleteTenantDialog namespace={namespace} name={tenant} onClose={close} onDeleted={() => push(tenantsPath())} />
    ),
  })
  const entries = [
    {
      id: 'yaml',
      label: t('yaml.action'),
      icon: IconCode,
      disabledReason: denied.editTenant,
      onSelect: () => open('yaml'),
    },
    {
      id: 'delete',
      label: t('delete.action'),
      icon: IconTrash,
      isDestructive: true,
      disabledReason: denied.deleteTenant,
      onSelect: () => open('delete'),
    },
  ]
  return (
    <div className={layout.page}>
      <PageHeader
        title={
          <>
            {data && (
              <>
                <StateIcon {...healthState(t, data.status.health_status)} />{' '}
              </>
            )}
            <ObjectName name={tenant} />
            {data?.simulated && <Simulated />}
          </>
        }
        crumbs={[
          { to: tenantsPath(), label: t('title') },
          { to: tenantPath(namespace, tenant), label: <ObjectName name={tenant} /> },
        ]}
        below={namespace}
      >
        <RefreshButton what={tenant} isBusy={query.isFetching} onClick={() => void query.refetch()} />
        <ActionMenu entries={entries} width={200}>
          {(opener) => (
            <ActionIcon variant="default" size={36} aria-label={t('more')} {...opener}>
              <IconDotsVertical size={18} />
            </ActionIcon>
          )}
        </ActionMenu>
      </PageHeader>
      <div className={classes.body}>
        <nav className={classes.tabs} aria-label={t('tabs.label')}>
          <ul ref={tabs}>
            {TENANT_TABS.map((one) => (
              <li key={one}>
                <AppLink
                  to={tenantPath(namespace, tenant, one)}
                  className={classes.tab}
                  aria-current={one === tab ? 'page' : undefined}
                >
                  {t(`tabs.${one}`)}
                </AppLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.content}>
          {query.error && data && <StaleNotice error={query.error} onRetry={() => void query.refetch()} />}
          {query.error && !data && (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
          )}
          {query.error?.code === 'NoSuchTenant' && (
            <div>
              <Button variant="default" onClick={() => open('remains')}>
                {t('remains.show')}
              </Button>
            </div>
          )}
          {query.isPending && <Loading />}
          {data && tab === 'summary' && <SummaryTab tenant={data} />}
          {data && tab === 'metrics' && (
            <ConsoleFrame {...place} page="metrics" title={t('metrics.frame', { tenant })} />
          )}
          {data && tab === 'pools' && <PoolsTab tenant={data} />}
          {data && tab === 'pods' && <PodsTab {...place} />}
          {data && tab === 'security' && <SecurityTab {...place} />}
          {data && tab === 'license' && <LicenseTab {...place} />}
        </div>
      </div>
      {dialog}
    </div>
  )
}
