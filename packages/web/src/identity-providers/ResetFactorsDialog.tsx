import '../messages/en/second-factor.ts'
import { listFactors, resetFactors } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { ProvedDialog } from '../session/index.ts'
import { call } from '../shared/api/call.ts'
import { useInvalidate } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { useOwnFactors } from './use-own-factors.ts'

/** Removes the second factors of another account, for example of a colleague who has lost the device. */
export function ResetFactorsDialog({ account, onClose }: { account: string; onClose: () => void }) {
  const t = useTexts('secondFactor')
  const { own, isLoading, error } = useOwnFactors()
  const invalidate = useInvalidate()
  // Which proof the dialog asks for would change under the hands of the visitor.
  if (isLoading) return null
  return (
    <ProvedDialog
      title={t('admin.resetTitle', { account: plainName(account) })}
      confirmLabel={t('admin.reset')}
      own={own}
      change={async (proof) => {
        try {
          await call(resetFactors, { query: { name: account }, body: { proof } })
        } finally {
          // Somebody else can have reset them.
          await invalidate(listFactors)
        }
        showNotice(t('admin.resetDone', { account: plainName(account) }))
        onClose()
      }}
      typedName={account}
      onClose={onClose}
    >
      <p>{t('admin.resetNote')}</p>
      {error && <WarningNote>{error.message}</WarningNote>}
    </ProvedDialog>
  )
}
