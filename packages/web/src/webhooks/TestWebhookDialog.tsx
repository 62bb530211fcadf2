import {
  listWebhooks,
  testWebhook,
  WEBHOOK_TEST_ENTRY,
  type Webhook,
  type WebhookKind,
  type WebhookTest,
} from '@cooperage/contract'
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { failureReason } from '../shared/api/api-error.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './webhooks.module.css'

interface TestWebhookDialogProps {
  kind: WebhookKind
  webhook: Webhook
  onClose: () => void
}

/** Says what a test sends, then tests a webhook from the console, and shows whether the storage server delivers to it. */
export function TestWebhookDialog({ kind, webhook, onClose }: TestWebhookDialogProps) {
  const t = useTexts('webhooks')
  const { target, endpoint, enabled, hasToken } = webhook
  const [token, setToken] = useState('')
  const test = useChange(testWebhook, { changes: [listWebhooks] })
  const isPrintable = /^[\x20-\x7e]*$/.test(token)
  return (
    <ModalForm
      title={t('test.title', { name: plainName(target) || t('unnamed') })}
      onClose={onClose}
      closeLabel={t('test.close')}
      onSubmit={() => test.mutate({ params: { kind }, body: { target, auth_token: token } })}
      submitLabel={t('test.submit')}
      call={test}
      disabledReason={isPrintable ? undefined : t('test.tokenWrong')}
      isWide
    >
      <p>{t('test.note')}</p>
      <p>
        <ObjectName name={endpoint} />
      </p>
      <pre className={classes.entry}>{JSON.stringify(WEBHOOK_TEST_ENTRY)}</pre>
      <PasswordInput
        label={t('test.token')}
        description={t(hasToken ? 'test.tokenStored' : 'test.tokenHint')}
        error={isPrintable ? undefined : t('test.tokenWrong')}
        // A browser must not fill in the visitor's own password.
        autoComplete="off"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t('test.showToken') }}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <div role="status" className={classes.result}>
        {test.data && <Result kind={kind} result={test.data} enabled={enabled} />}
      </div>
    </ModalForm>
  )
}

function Result({ kind, result, enabled }: { kind: WebhookKind; result: WebhookTest; enabled: boolean }) {
  const t = useTexts('webhooks')
  const { status, reason, text, state } = result
  const isAccepted = status >= 200 && status < 300
  const console = status === 0 ? 'unreachable' : isAccepted ? 'accepted' : 'refused'
  const server = enabled ? state : 'disabled'
  return (
    <>
      <p>{t(`test.console.${console}`, { status, reason: failureReason({ message: reason, text }) })}</p>
      <p>{t(server === 'offline' ? `test.offline.${kind}` : `test.server.${server}`)}</p>
    </>
  )
}
