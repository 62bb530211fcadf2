import { EMBEDDED_FEATURE, getLoginStrategy, login } from '@cooperage/contract'
import { IconLogin } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { jobs } from '../../jobs/index.ts'
import { useTexts } from '../../messages/use-texts.ts'
import { basePath } from '../../navigation/base-path.ts'
import { useSession } from '../../session/index.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { callAt } from '../../shared/api/call.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import type { FormCall } from '../../shared/ModalForm.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useStartAnew } from '../../sign-out/use-logout.ts'
import { useOpenUploads } from '../../transfers/index.ts'

interface SignInAsProps {
  accessKey: string
  secretKey: string
  call: FormCall
  onCall: (call: FormCall) => void
}

/**
 * Signs in with the keys that were just created, in place of the present session, to see what their user sees. Nothing where
 * this console doesn't accept keys. The session ends only once the new one has begun: after a failure the dialog still shows
 * the keys.
 */
export function SignInAs({ accessKey, secretKey, call, onCall }: SignInAsProps) {
  const t = useTexts('grants')
  const isEmbedded = useSession()?.features.includes(EMBEDDED_FEATURE) !== false
  const { data: offer } = useApiQuery(getLoginStrategy, {}, { enabled: !isEmbedded })
  const startAnew = useStartAnew()
  const hasUploads = useOpenUploads() > 0
  const hasJobs = useSyncExternalStore(jobs.subscribe, () => jobs.isOpen)
  if (isEmbedded || offer?.acceptsAccessKey !== true) return null
  const signIn = async () => {
    onCall({ isPending: true, error: null })
    try {
      const body = { accessKey, secretKey, replaces: true }
      // As if elsewhere: without a response, the page would be left for the login page.
      await callAt(basePath(), login, { body }, new AbortController().signal)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return onCall({ isPending: false, error })
    }
    await startAnew()
  }
  // They would continue as the other user.
  const disabledReason = hasUploads || hasJobs ? t('signInAsBusy') : undefined
  return (
    <div className={layout.row}>
      <ExplainedButton
        variant="default"
        leftSection={<IconLogin size={16} />}
        loading={call.isPending}
        disabledReason={disabledReason}
        onClick={() => void signIn()}
      >
        {t('signInAs', { name: plainName(accessKey) })}
      </ExplainedButton>
      <span className={layout.note}>{disabledReason ?? t('signInAsHint')}</span>
    </div>
  )
}
