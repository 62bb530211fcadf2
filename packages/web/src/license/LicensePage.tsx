import '../messages/en/license.ts'
import { formatBytes, getLicense, type License, planOf, refreshLicense } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/index.ts'
import { useApiMutation, useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { useLoaded } from '../shared/overlay/use-loaded.ts'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { ActivateDialog } from './index.ts'
import classes from './License.module.css'
import { PlanTable } from './PlanTable.tsx'

const BYTES_PER_TIB = 1_099_511_627_776

const loadAgplDialog = async () => (await import('./AgplDialog.tsx')).AgplDialog

/** The license of the storage server (spec object-browser-and-tools 2, License page). */
export function LicensePage() {
  const { t } = useTranslation('license')
  usePageTitle(t('title'))
  const { operator = false } = useSession() ?? {}
  // Without a license, or if reading it fails, the plan is Community; if reading it isn't permitted, it's unknown.
  const license = useApiQuery(getLicense, {})
  const denied = license.error?.code === 'AccessDenied' ? license.error.message : undefined
  const plan = license.data === undefined ? (denied === undefined ? 'COMMUNITY' : undefined) : planOf(license.data.plan)
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} below={t('purpose')} />
      {license.isPending ? (
        <Loading />
      ) : (
        <>
          <section className={classes.card} aria-labelledby="license-current">
            <h2 id="license-current">{t('current')}</h2>
            {license.data ? <Details license={license.data} /> : denied ? <Unknown reason={denied} /> : <Community />}
            {operator && <Activation denied={denied} />}
          </section>
          <PlanTable current={plan} isOperator={operator} />
        </>
      )}
    </div>
  )
}

function Unknown({ reason }: { reason: string }) {
  const { t } = useTranslation('license')
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('plan')}</dt>
        <dd>{t('unknown')}</dd>
      </dl>
      <p className={classes.note}>{reason}</p>
    </>
  )
}

function Community() {
  const { t } = useTranslation('license')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const AgplDialog = useLoaded(loadAgplDialog, isOpen, close)
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('plan')}</dt>
        <dd>{t('names.COMMUNITY')}</dd>
      </dl>
      <p className={classes.note}>{t('community')}</p>
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('readAgpl')}
        </Button>
      </div>
      {isOpen && AgplDialog && <AgplDialog onClose={close} />}
    </>
  )
}

/** Only operators activate a license (spec object-browser-and-tools 6). */
function Activation({ denied }: { denied: string | undefined }) {
  const { t } = useTranslation('license')
  const [isOpen, setOpen] = useState(false)
  const invalidate = useInvalidate()
  // Its failure is ignored (spec object-browser-and-tools 8): the license on screen stays valid.
  const refresh = useApiMutation(refreshLicense, { onSuccess: () => invalidate(getLicense) })
  return (
    <div className={layout.buttons}>
      <ExplainedButton disabledReason={denied} onClick={() => setOpen(true)}>
        {t('activation.open')}
      </ExplainedButton>
      <ExplainedButton
        variant="default"
        loading={refresh.isPending}
        disabledReason={denied}
        onClick={() => refresh.mutate({})}
      >
        {t('refresh')}
      </ExplainedButton>
      {isOpen && <ActivateDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

function Details({ license }: { license: License }) {
  const { t } = useTranslation('license')
  const hasExpired = Date.parse(license.expires_at) <= Date.now()
  return (
    <dl className={classes.facts}>
      <dt>{t('plan')}</dt>
      <dd>{t(`names.${planOf(license.plan)}`)}</dd>
      <dt>{t('organization')}</dt>
      <dd>{license.organization}</dd>
      <dt>{t('capacity')}</dt>
      <dd>{formatBytes(license.storage_capacity * BYTES_PER_TIB)}</dd>
      <dt>{t(hasExpired ? 'expired' : 'expires')}</dt>
      <dd data-expired={hasExpired || undefined}>{license.expires_at.slice(0, 'YYYY-MM-DD'.length)}</dd>
      <dt>{t('email')}</dt>
      <dd>{license.email}</dd>
    </dl>
  )
}
