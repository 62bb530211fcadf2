import { attachLicense, formatBytes, getLicense, getTenantLicense } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { licensePath } from '../../navigation/paths/pages.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { showError } from '../../shared/feedback/messages.ts'
import { Loading } from '../../shared/Loading.tsx'
import layout from '../../shared/layout.module.css'
import { useDenied } from '../index.ts'

const BYTES_PER_TIB = 1_099_511_627_776

/**
 * The three forms of the license card (spec operator-mode 4). A subscription that can't be read counts as no subscription, except
 * if it isn't permitted: then there may be one.
 */
export function LicenseTab({ namespace, tenant }: { namespace: string; tenant: string }) {
  const t = useTexts('tenants')
  const params = { namespace, tenant }
  const current = useApiQuery(getTenantLicense, { params })
  const subscription = useApiQuery(getLicense, {})
  const { changeSecret: attachDenied } = useDenied(namespace, 'changeSecret')
  const attach = useChange(attachLicense, {
    changes: [getTenantLicense, getLicense],
    notice: t('license.done', { tenant }),
    onError: showError,
  })
  if (current.error && !current.data) {
    return <ErrorState error={current.error} onRetry={() => void current.refetch()} isRetrying={current.isFetching} />
  }
  if (!current.data || subscription.isPending) return <Loading />
  const { attached, license } = current.data
  return (
    <section className={layout.card} aria-label={t('license.title')}>
      <h2 className={layout.heading}>{t('license.title')}</h2>
      {attached ? (
        <dl className={layout.facts}>
          <dt>{t('license.organization')}</dt>
          <dd>{license.organization}</dd>
          <dt>{t('license.plan')}</dt>
          <dd>{license.plan}</dd>
          <dt>{t('license.capacity')}</dt>
          <dd>{formatBytes(license.storage_capacity * BYTES_PER_TIB)}</dd>
          <dt>{t('license.expires')}</dt>
          <dd>{license.expires_at.slice(0, 'YYYY-MM-DD'.length)}</dd>
          <dt>{t('license.email')}</dt>
          <dd>{license.email}</dd>
        </dl>
      ) : (
        <>
          <p>{t('license.none')}</p>
          {subscription.error?.code === 'AccessDenied' ? (
            <p className={layout.note}>{subscription.error.message}</p>
          ) : subscription.data === undefined ? (
            <>
              <p className={layout.note}>{t('license.activateHint')}</p>
              <div>
                <AppLink to={licensePath()}>{t('license.activate')}</AppLink>
              </div>
            </>
          ) : (
            <>
              <p className={layout.note}>{t('license.attachHint', { organization: subscription.data.organization })}</p>
              <div>
                <ExplainedButton
                  loading={attach.isPending}
                  disabledReason={attachDenied}
                  onClick={() => attach.mutate({ params })}
                >
                  {t('license.attach')}
                </ExplainedButton>
              </div>
            </>
          )}
        </>
      )}
    </section>
  )
}
