import '../messages/en/explain.ts'
import { LOG_SEARCH_FEATURE, type Session } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { logSearchPath } from '../navigation/paths/logs.ts'
import { type ApiError, isConsoleDown, isOutage } from '../shared/api/api-error.ts'
import { CopyButton } from '../shared/CopyButton.tsx'
import { closeExplanation, refusedRequest, storageRequestOf } from '../shared/feedback/explain.ts'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'

interface ExplainDialogProps {
  error: ApiError
  isElsewhere: boolean
  session: Session
}

/** A failed request: what the storage server said, what to do, and what an administrator needs to know. */
export function ExplainDialog({ error, isElsewhere, session }: ExplainDialogProps) {
  const t = useTexts(['explain', 'shared'])
  const { code, status, message, detailedMessage, requestId } = error
  const { accountName: account, features } = session
  const refused = refusedRequest(error)
  const { action = '', resource = '' } = refused ?? {}
  const storageCode = 'storageCode' in error.body ? String(error.body.storageCode) : ''
  const storageRequestId = storageRequestOf(error)
  const advice = adviceOf(error)
  const facts = [
    [t('facts.code'), code],
    [t('facts.status'), String(status || '')],
    [t('facts.requestId'), requestId],
    [t('facts.storageRequestId'), storageRequestId],
    [t('facts.account'), account],
    [t('facts.action'), action],
    [t('facts.resource'), resource],
    [t('facts.storage'), [storageCode, detailedMessage].filter(Boolean).join(': ')],
  ].filter(([, value]) => value !== '')
  const copied = [message, ...facts.map(([label, value]) => `${label}: ${value}`)].join('\n')
  const [bucket = ''] = resource.split('/')
  return (
    <ModalForm
      title={t('title')}
      onClose={closeExplanation}
      onSubmit={closeExplanation}
      submitLabel={t('shared:close')}
      hasOneButton
    >
      <p>{message}</p>
      <p>{t(`advice.${advice}`, { action, account, requestId })}</p>
      <dl className={layout.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
      <p className={`${layout.row} ${layout.note}`}>
        {t('copy')} <CopyButton text={copied} what={t('details')} />
        {features.includes(LOG_SEARCH_FEATURE) && status !== undefined && !isElsewhere && (
          <AppLink
            to={logSearchPath(
              storageRequestId === ''
                ? {
                    user: account,
                    onlyErrors: true,
                    ...(bucket !== '' && { bucket }),
                    from: Date.now() / 1000 - RECENT_SECONDS,
                  }
                : { request: storageRequestId },
            )}
            onClick={closeExplanation}
          >
            {t(storageRequestId === '' ? 'searchLogs' : 'findRequest')}
          </AppLink>
        )}
      </p>
    </ModalForm>
  )
}

/** The request is at most as old as the page that shows its failure; most are a few minutes. */
const RECENT_SECONDS = 900

function adviceOf(error: ApiError) {
  if (refusedRequest(error)) return 'refused'
  if (isConsoleDown(error)) return 'console'
  if (isOutage(error)) return 'outage'
  if (error.status === 404 || error.code.startsWith('NoSuch')) return 'gone'
  switch (error.code) {
    case 'Internal':
      return 'internal'
    case 'AccessDenied':
      return 'denied'
    case 'StorageError':
      return 'storage'
    case 'NotInThisSetup':
      return 'unsupported'
    default:
      return 'other'
  }
}
