import '../messages/en/license.ts'
import { activateLicense, getLicense } from '@cooperage/contract'
import { PasswordInput, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { type Activation, missingForActivation } from './activation.ts'

const NOTHING: Activation = { by: 'key', license: '', email: '', password: '' }

/** Stores a license: its key, or the one that the subscription service issues for an account. */
export function ActivateDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(['license', 'shared'])
  const [form, setForm] = useState(NOTHING)
  const change = (changed: Partial<Activation>) => setForm((now) => ({ ...now, ...changed }))
  const activate = useChange(activateLicense, {
    changes: [getLicense],
    notice: t('activation.done'),
    onDone: onClose,
  })
  const missing = missingForActivation(form)
  const { by, license, email, password } = form
  return (
    <ModalForm
      title={t('activation.title')}
      onClose={onClose}
      onSubmit={() => activate.mutate({ body: by === 'key' ? { license } : { email, password } })}
      submitLabel={t('activation.submit')}
      call={activate}
      disabledReason={missing && t(`activation.missing.${missing}`)}
    >
      <SegmentedControl
        aria-label={t('activation.with')}
        value={by}
        onChange={(value) => {
          change({ by: value === 'key' ? 'key' : 'account' })
          activate.reset()
        }}
        data={[
          { value: 'key', label: t('activation.key') },
          { value: 'account', label: t('activation.account') },
        ]}
      />
      {by === 'key' ? (
        <Textarea
          key="key"
          label={t('activation.licenseKey')}
          description={t('activation.offline')}
          data-autofocus
          autosize
          minRows={4}
          maxRows={10}
          spellCheck={false}
          value={license}
          onChange={(event) => change({ license: event.currentTarget.value })}
        />
      ) : (
        <>
          <TextInput
            label={t('email')}
            type="email"
            value={email}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
          <PasswordInput
            label={t('activation.password')}
            description={t('activation.service')}
            autoComplete="off"
            visibilityToggleFocusable
            visibilityToggleButtonProps={{ 'aria-label': t('activation.showPassword') }}
            value={password}
            onChange={(event) => change({ password: event.currentTarget.value })}
          />
        </>
      )}
    </ModalForm>
  )
}
