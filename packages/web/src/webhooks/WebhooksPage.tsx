import '../messages/en/settings.ts'
import '../messages/en/webhooks.ts'
import { getConfigurationDetails, WEBHOOK_KINDS, type WebhookKind, webhookSection } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useCurrentConfiguration, useCurrentPath } from '../navigation/navigation.ts'
import { guidePath } from '../navigation/paths/pages.ts'
import { webhookKindOf, webhooksPath } from '../navigation/paths/webhooks.ts'
import { TargetForm } from '../settings/ConfigurationSection.tsx'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { WebhookList } from './WebhookList.tsx'

/** The webhooks that receive a log of the storage server (spec identity-and-settings 2, Webhook configuration page). */
export function WebhooksPage() {
  const t = useTexts('webhooks')
  const { target, isAdding } = useCurrentConfiguration()
  const kind = webhookKindOf(useCurrentPath())
  usePageTitle(t('title'))
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        below={
          <>
            {t(`purpose.${kind}`)}{' '}
            <AppLink to={guidePath('server-settings')} target="_blank" rel="noopener">
              {t('guide')}
            </AppLink>
          </>
        }
      />
      <LinkTabs
        label={t('tabs.label')}
        current={kind}
        tabs={WEBHOOK_KINDS.map((id) => ({ id, to: webhooksPath(id), label: t(`tabs.${id}`) }))}
      />
      {target === '' && !isAdding ? (
        <WebhookList key={kind} kind={kind} />
      ) : (
        <WebhookForm key={`${kind} ${target}`} kind={kind} />
      )}
    </ListPage>
  )
}

/** The form of the webhook that the address names, or of a new one. */
function WebhookForm({ kind }: { kind: WebhookKind }) {
  const t = useTexts('webhooks')
  const input = { params: { id: webhookSection(kind) } }
  const { data, error, refetch, isFetching } = useApiQuery(getConfigurationDetails, input, { refetchOnMount: 'always' })
  const content = () => {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return data ? <TargetForm details={data} listPath={webhooksPath(kind)} /> : <Loading />
  }
  return (
    <>
      <AppLink to={webhooksPath(kind)} className={layout.back}>
        {t('back')}
      </AppLink>
      {content()}
    </>
  )
}
