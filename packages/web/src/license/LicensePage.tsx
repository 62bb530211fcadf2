import '../messages/en/license.ts'
import { ENGINE_FEATURE, formatBytes, getLicense, type License, planOf, refreshLicense } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { ActivateDialog, AgplDialog } from './index.ts'
import classes from './license.module.css'
import { PlanTable } from './PlanTable.tsx'

const APACHE_LICENSE = 'https://www.apache.org/licenses/LICENSE-2.0'
const BYTES_PER_TIB = 1_099_511_627_776

export function LicensePage() {
  const t = useTexts('license')
  usePageTitle(t('title'))
  const isEngine = useSession()?.features.includes(ENGINE_FEATURE) === true
  return (
    <div className={`${layout.page} ${classes.page}`}>
      <PageHeader title={t('title')} below={t('purpose')} />
      {isEngine ? <EngineLicense /> : <StorageLicense />}
    </div>
  )
}

/** The embedded engine is part of Cooperage: nobody sells plans for it. */
function EngineLicense() {
  const t = useTexts('license')
  return (
    <section className={layout.card} aria-labelledby="license-current">
      <h2 className={layout.heading} id="license-current">
        {t('current')}
      </h2>
      <dl className={layout.facts}>
        <dt>{t('license')}</dt>
        <dd>{t('apache')}</dd>
      </dl>
      <p className={layout.note}>{t('engine')}</p>
      <div>
        <Button variant="default" component="a" href={APACHE_LICENSE} target="_blank" rel="noreferrer">
          {t('readApache')}
        </Button>
      </div>
    </section>
  )
}

/** The license of another storage server (spec object-browser-and-tools 2, License page). */
function StorageLicense() {
  const { operator = false } = useSession() ?? {}
  const t = useTexts('license')
  // Without a license, or if reading it fails, the plan is Community; if reading it isn't permitted, it's unknown.
  const license = useApiQuery(getLicense, {})
  const denied = license.error?.code === 'AccessDenied' ? license.error.message : undefined
  const plan = license.data === undefined ? (denied === undefined ? 'COMMUNITY' : undefined) : planOf(license.data.plan)
  if (license.isPending) return <Loading />
  return (
    <>
      <section className={layout.card} aria-labelledby="license-current">
        <h2 className={layout.heading} id="license-current">
          {t('current')}
        </h2>
        {license.data ? <Details license={license.data} /> : denied ? <Unknown reason={denied} /> : <Community />}
        {operator && <Activation denied={denied} />}
      </section>
      <PlanTable current={plan} isOperator={operator} />
    </>
  )
}

function Unknown({ reason }: { reason: string }) {
  const t = useTexts('license')
  return (
    <>
      <dl className={layout.facts}>
        <dt>{t('plan')}</dt>
        <dd>{t('unknown')}</dd>
      </dl>
      <p className={layout.note}>{reason}</p>
    </>
  )
}

function Community() {
  const t = useTexts('license')
  const { open, dialog } = useDialogs({ agpl: (close) => <AgplDialog onClose={close} /> })
  return (
    <>
      <dl className={layout.facts}>
        <dt>{t('plan')}</dt>
        <dd>{t('names.COMMUNITY')}</dd>
      </dl>
      <p className={layout.note}>{t('community')}</p>
      <div>
        <Button variant="default" onClick={() => open('agpl')}>
          {t('readAgpl')}
        </Button>
      </div>
      {dialog}
    </>
  )
}

/** Only operators activate a license (spec object-browser-and-tools 6). */
function Activation({ denied }: { denied: string | undefined }) {
  const t = useTexts('license')
  const { open, dialog } = useDialogs({ activate: (close) => <ActivateDialog onClose={close} /> })
  // Its failure is ignored (spec object-browser-and-tools 8): the license on screen stays valid.
  const refresh = useChange(refreshLicense, { changes: [getLicense] })
  return (
    <div className={layout.buttons}>
      <ExplainedButton disabledReason={denied} onClick={() => open('activate')}>
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
      {dialog}
    </div>
  )
}

function Details({ license }: { license: License }) {
  const t = useTexts('license')
  const hasExpired = Date.parse(license.expires_at) <= Date.now()
  return (
    <dl className={layout.facts}>
      <dt>{t('plan')}</dt>
      <dd>{t(`names.${planOf(license.plan)}`)}</dd>
      <dt>{t('organization')}</dt>
      <dd>{license.organization}</dd>
      <dt>{t('capacity')}</dt>
      <dd>{formatBytes(license.storage_capacity * BYTES_PER_TIB)}</dd>
      <dt>{t(hasExpired ? 'expired' : 'expires')}</dt>
      <dd className={hasExpired ? layout.bad : undefined}>{license.expires_at.slice(0, 'YYYY-MM-DD'.length)}</dd>
      <dt>{t('email')}</dt>
      <dd>{license.email}</dd>
    </dl>
  )
}
