import { objectNameProblem, sentence } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { folderPath } from '../navigation/paths/objects.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { folderPrefix } from './entry.ts'

interface CreateFolderModalProps {
  bucket: string
  prefix: string
  onClose: () => void
}

/** Opens a folder that doesn't exist yet. Nothing is written: a folder exists only through its objects' names. */
export function CreateFolderModal({ bucket, prefix, onClose }: CreateFolderModalProps) {
  const t = useTexts(['objects', 'shared'])
  const { push } = useNavigation()
  const [path, setPath] = useState('')
  const folder = folderPrefix(prefix, path)
  const reason = folder === undefined ? undefined : sentence(objectNameProblem(folder))
  const problem = reason && t('folderForm.problem', { reason })

  const open = () => {
    if (folder === undefined) return
    onClose()
    push(folderPath(bucket, folder))
    showNotice(t('folderForm.opened', { name: plainName(path.trim()) }))
  }

  return (
    <ModalForm
      title={t('folderForm.title')}
      onClose={onClose}
      onSubmit={open}
      submitLabel={t('shared:save')}
      disabledReason={folder === undefined ? t('folderForm.missing') : problem}
    >
      <TextInput
        label={t('folderForm.name')}
        description={t('folderForm.where', { place: plainName(`${bucket}/${prefix}`) })}
        placeholder={t('folderForm.placeholder')}
        error={problem}
        data-autofocus
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      <p>{t('folderForm.hint')}</p>
    </ModalForm>
  )
}
