import { setLegalHold } from '@cooperage/contract'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiMutation } from '../../shared/api/use-api.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { DialogTitle } from './DialogTitle.tsx'
import { addressOf, type ObjectRef, shortName } from './object-ref.ts'
import { useAfterChange } from './use-after-change.ts'

interface LegalHoldDialogProps {
  object: ObjectRef
  isOn: boolean
  onClose: () => void
}

export function LegalHoldDialog({ object, isOn, onClose }: LegalHoldDialogProps) {
  const t = useTexts(['objectDetail', 'shared'])
  const [wanted, setWanted] = useState(isOn)
  const afterChange = useAfterChange(onClose)
  const save = useApiMutation(setLegalHold, {
    onSuccess: () => afterChange(t(wanted ? 'legalHold.savedOn' : 'legalHold.savedOff', { name: shortName(object) })),
  })
  return (
    <ModalForm
      title={<DialogTitle text={t('legalHold.title')} object={object} />}
      onClose={onClose}
      onSubmit={() => save.mutate({ ...addressOf(object), body: { status: wanted ? 'enabled' : 'disabled' } })}
      submitLabel={t('shared:save')}
      call={save}
    >
      <Switch
        label={t('legalHold.status')}
        description={t('legalHold.hint')}
        data-autofocus
        checked={wanted}
        onChange={(event) => setWanted(event.currentTarget.checked)}
      />
    </ModalForm>
  )
}
