import '../messages/en/share-links.ts'
import { TextInput } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import { RadioChoices } from '../shared/fields/RadioChoices.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { LinkFields } from './LinkFields.tsx'
import { NewLink } from './NewLink.tsx'
import { useLinkForm } from './use-link-form.ts'

/** Creates a link that outlives the session, to anything, and shows its address, this once. */
export function CreateLinkDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('shareLinks')
  const { form, change, dialog, created } = useLinkForm({})
  if (created) return <NewLink {...created} onClose={onClose} />

  const isUpload = form.kind === 'upload'
  return (
    <ModalForm title={t('create.title')} onClose={onClose} {...dialog}>
      <p>{t('create.purpose')}</p>
      <RadioChoices
        legend={t('create.kind')}
        choices={(['download', 'upload'] as const).map((value) => ({
          value,
          label: t(`kinds.${value}`),
          hint: t(`kindHints.${value}`),
        }))}
        chosen={form.kind}
        onChange={(kind) => change({ kind, maxUses: kind === 'upload' ? '10' : '' })}
        hasFocus
        status={undefined}
      />
      <TextInput
        label={t('create.bucket')}
        value={form.bucket}
        onChange={(event) => change({ bucket: event.currentTarget.value })}
      />
      <TextInput
        label={t(isUpload ? 'create.folder' : 'create.path')}
        description={t(isUpload ? 'create.folderHint' : 'create.pathHint')}
        value={form.path}
        onChange={(event) => change({ path: event.currentTarget.value })}
      />
      <LinkFields form={form} change={change} />
    </ModalForm>
  )
}
