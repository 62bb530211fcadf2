import { clusterPermissionError, getTenantUsage, type TenantDetails } from '@cooperage/contract'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { hopPath } from '../../navigation/paths/tenants.ts'
import { failureReason } from '../../shared/api/api-error.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import { StateMark } from '../../shared/StateMark.tsx'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { Timestamp } from '../../shared/text/Timestamp.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { healthState } from '../health.ts'
import { UpdateVersionDialog, useDenied } from '../index.ts'
import classes from '../tenants.module.css'

export function SummaryTab({ tenant }: { tenant: TenantDetails }) {
  const { open, dialog } = useDialogs({ update: (close) => <UpdateVersionDialog tenant={tenant} onClose={close} /> })
  return (
    <>
      <div className={classes.grid}>
        <Details tenant={tenant} onUpdate={() => open('update')} />
        <Usage tenant={tenant} />
        <Health tenant={tenant} />
        <Features tenant={tenant} />
      </div>
      {dialog}
    </>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={layout.card} aria-label={title}>
      <h2 className={layout.heading}>{title}</h2>
      {children}
    </section>
  )
}

function Details({ tenant, onUpdate }: { tenant: TenantDetails; onUpdate: () => void }) {
  const t = useTexts('tenants')
  const { endpoints, exposed, unread } = tenant
  const { changeTenant: updateDenied } = useDenied(tenant.namespace, 'changeTenant')
  const isUnread = unread.includes('services')
  const absence = (isExposed: boolean) =>
    t(isUnread ? 'unknown' : isExposed ? 'details.noAddress' : 'details.noEndpoint')
  return (
    <Card title={t('details.title')}>
      <dl className={layout.facts}>
        <dt>{t('details.state')}</dt>
        <dd>{tenant.currentState || '–'}</dd>
        <dt>{t('details.namespace')}</dt>
        <dd>{tenant.namespace}</dd>
        <dt>{t('details.created')}</dt>
        <dd>
          <Timestamp iso={tenant.creation_date} />
        </dd>
        <dt>{t('details.image')}</dt>
        <dd>
          {updateDenied === undefined ? (
            <button type="button" className={classes.link} onClick={onUpdate} title={t('update.action')}>
              {tenant.image || t('details.defaultImage')}
            </button>
          ) : (
            tenant.image || t('details.defaultImage')
          )}
        </dd>
        {tenant.console_image !== '' && (
          <>
            <dt>{t('details.consoleImage')}</dt>
            <dd>{tenant.console_image}</dd>
          </>
        )}
        <dt>{t('details.capacity')}</dt>
        <dd>
          <Bytes bytes={tenant.total_size} />
        </dd>
        <dt>{t('details.pools')}</dt>
        <dd>{formatCount(tenant.pools.length)}</dd>
        <dt>{t('details.endpoint')}</dt>
        <dd>{endpoints.minio || absence(exposed.minio)}</dd>
        <dt>{t('details.consoleEndpoint')}</dt>
        <dd>{endpoints.console || absence(exposed.console)}</dd>
      </dl>
      {isUnread && <p className={layout.note}>{clusterPermissionError('list services', tenant.namespace)}</p>}
      <div className={layout.row}>
        <Button component={AppLink} to={hopPath(tenant.namespace, tenant.name)}>
          {t('hop.action')}
        </Button>
        <ExplainedButton variant="default" disabledReason={updateDenied} onClick={onUpdate}>
          {t('update.action')}
        </ExplainedButton>
      </div>
    </Card>
  )
}

/** If usage can't be read, the message takes the chart's place, and usage counts as 0 (spec operator-mode 8). */
function Usage({ tenant: { namespace, name, status, total_size } }: { tenant: TenantDetails }) {
  const t = useTexts('tenants')
  const usage = useApiQuery(getTenantUsage, { params: { namespace, tenant: name } })
  const used = usage.data?.disk_used ?? 0
  const total = status.usage.raw || total_size
  const percent = total > 0 ? Math.min(100, (used / total) * 100) : 0
  return (
    <Card title={t('usage.title')}>
      <div className={classes.bar} aria-hidden="true">
        <div style={{ width: `${percent}%` }} />
      </div>
      <p>
        <Bytes bytes={used} /> / <Bytes bytes={total} />
      </p>
      {usage.error ? (
        <>
          <p className={classes.problem}>{usage.error.message}</p>
          <p className={layout.note}>{usage.error.detailedMessage}</p>
        </>
      ) : (
        usage.data !== undefined && (
          <UsageNote problem={failureReason({ message: usage.data.problem, text: usage.data.text })} />
        )
      )}
    </Card>
  )
}

/** Whether the tenant itself counted the usage, or why it didn't. */
function UsageNote({ problem }: { problem: string }) {
  const t = useTexts('tenants')
  if (problem === '') return <p className={layout.note}>{t('usage.now')}</p>
  return (
    <>
      <p className={classes.problem}>{problem}</p>
      <p className={layout.note}>{t('usage.measured')}</p>
    </>
  )
}

function Health({ tenant: { status } }: { tenant: TenantDetails }) {
  const t = useTexts('tenants')
  // The API counts 0 where the operator hasn't reported anything yet.
  const count = (value: number) => (status.health_status === '' ? t('unknown') : formatCount(value))
  return (
    <Card title={t('healthCard.title')}>
      <dl className={layout.facts}>
        <dt>{t('healthCard.state')}</dt>
        <dd>
          <StateMark {...healthState(t, status.health_status)} />
          {status.health_message !== '' && ` (${status.health_message})`}
        </dd>
        <dt>{t('healthCard.online')}</dt>
        <dd>{count(status.drives_online)}</dd>
        <dt>{t('healthCard.offline')}</dt>
        <dd>{count(status.drives_offline)}</dd>
        <dt>{t('healthCard.healing')}</dt>
        <dd>{count(status.drives_healing)}</dd>
        <dt>{t('healthCard.quorum')}</dt>
        <dd>{count(status.write_quorum)}</dd>
      </dl>
    </Card>
  )
}

function Features({ tenant }: { tenant: TenantDetails }) {
  const t = useTexts('tenants')
  const isUnread = tenant.unread.includes('secrets')
  // The settings of the servers are in a secret.
  const ifRead = (isOn: boolean) => isOn || (isUnread ? undefined : false)
  const rows = [
    ['log', tenant.logEnabled],
    ['monitoring', tenant.monitoringEnabled],
    ['encryption', ifRead(tenant.encryptionEnabled)],
    ['minioTls', tenant.minioTLS],
    ['consoleTls', tenant.consoleTLS],
    // Only a separate console is known to be enabled without them.
    ['console', isUnread && tenant.console_image === '' ? undefined : tenant.consoleEnabled],
    ['ad', ifRead(tenant.idpAdEnabled)],
    ['openid', ifRead(tenant.idpOidcEnabled)],
  ] as const
  return (
    <Card title={t('features.title')}>
      <dl className={layout.facts}>
        {rows.map(([id, isOn]) => (
          <div key={id}>
            <dt>{t(`features.${id}`)}</dt>
            <dd>{t(isOn === undefined ? 'unknown' : isOn ? 'features.on' : 'features.off')}</dd>
          </div>
        ))}
      </dl>
      {isUnread && <p className={layout.note}>{clusterPermissionError('get secrets', tenant.namespace)}</p>}
    </Card>
  )
}
