import '../messages/en/tenants.ts'
import { getTenantConsole } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentPath, useNavigation } from '../navigation/navigation.ts'
import { parseTenantPath, type TenantAddress, tenantPath, tenantsPath } from '../navigation/paths/tenants.ts'
import { useInvalidate } from '../shared/api/use-api.ts'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { ConsoleFrame } from './ConsoleFrame.tsx'
import classes from './tenants.module.css'

/** /namespaces/{namespace}/tenants/{tenant}/hop: the console of a tenant (spec operator-mode 2, Tenant Management). */
export function HopPage() {
  const address = parseTenantPath(useCurrentPath())
  if (address === undefined) return <NotFoundPage />
  return <Hop key={`${address.namespace}/${address.tenant}`} {...address} />
}

function Hop({ namespace, tenant }: TenantAddress) {
  const t = useTexts('tenants')
  const { push } = useNavigation()
  const invalidate = useInvalidate()
  const [loads, setLoads] = useState(0)
  usePageTitle(t('hop.title', { tenant }))
  return (
    <div className={classes.hop}>
      <div className={classes.hopHeader}>
        <PageHeader
          title={<ObjectName name={tenant} />}
          crumbs={[
            { to: tenantsPath(), label: t('title') },
            { to: tenantPath(namespace, tenant), label: <ObjectName name={tenant} /> },
            { to: tenantPath(namespace, tenant), label: t('hop.action') },
          ]}
        >
          <RefreshButton
            isBusy={false}
            onClick={() => {
              setLoads(loads + 1)
              void invalidate(getTenantConsole)
            }}
          />
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} />}
            onClick={() => push(tenantPath(namespace, tenant))}
          >
            {t('hop.back')}
          </Button>
        </PageHeader>
      </div>
      <ConsoleFrame key={loads} namespace={namespace} tenant={tenant} title={t('hop.frame', { tenant })} />
    </div>
  )
}
