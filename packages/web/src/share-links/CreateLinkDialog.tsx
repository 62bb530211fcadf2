import '../messages/en/share-links.ts'
import { createShareLink, listShareLinks, MAX_SHARER_LENGTH } from '@cooperage/contract'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { RadioChoices } from '../shared/fields/RadioChoices.tsx'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import { SizeField } from '../shared/fields/SizeField.tsx'
import { bytesOfInput } from '../shared/fields/size.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { LIFE_DAYS, type LinkForm, linkExpiry, linkProblem } from './link-form.ts'
import { NewLink } from './NewLink.tsx'

interface CreateLinkDialogProps {
  /** The object that the link is for; without it, the dialog has fields for a bucket and a path. */
  object?: { bucket: string; key: string; versionId: string; name: string }
  onClose: () => void
}

const EMPTY: LinkForm = {
  kind: 'download',
  bucket: '',
  path: '',
  days: '30',
  maxUses: '',
  maxSize: { amount: '100', unit: 'MiB' },
  password: '',
  isDirect: false,
  sharedBy: '',
}

/** Creates a link that outlives the session, and shows its address, this once. */
export function CreateLinkDialog({ object, onClose }: CreateLinkDialogProps) {
  const t = useTexts('shareLinks')
  const [form, setForm] = useState<LinkForm>({ ...EMPTY, ...(object && { bucket: object.bucket, path: object.key }) })
  const change = (part: Partial<LinkForm>) => setForm((known) => ({ ...known, ...part }))
  const create = useChange(createShareLink, { changes: [listShareLinks] })
  if (create.data) return <NewLink {...create.data} onClose={onClose} />

  const isUpload = form.kind === 'upload'
  const problem = linkProblem(form)
  const submit = () =>
    create.mutate({
      body: {
        kind: form.kind,
        bucket: form.bucket.trim(),
        path: form.path,
        ...(object && object.versionId !== '' && { version_id: object.versionId }),
        expiry: linkExpiry(form.days, Date.now()),
        password: form.password,
        max_uses: Number(form.maxUses),
        direct: !isUpload && form.isDirect,
        shared_by: form.sharedBy,
        max_bytes: isUpload ? (bytesOfInput(form.maxSize) ?? 0) : 0,
      },
    })
  return (
    <ModalForm
      title={
        object === undefined ? (
          t('create.title')
        ) : (
          <>
            {t('create.titleFor')} <ObjectName name={object.name} />
          </>
        )
      }
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('create.submit')}
      call={create}
      disabledReason={problem && t(`problems.${problem}`)}
    >
      <p>{t('create.purpose')}</p>
      {object === undefined && (
        <>
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
        </>
      )}
      <NativeSelect
        label={t('create.life')}
        data-autofocus={object === undefined ? undefined : true}
        data={LIFE_DAYS.map((days) => ({ value: days, label: t('create.days', { count: Number(days) }) }))}
        value={form.days}
        onChange={(event) => change({ days: event.currentTarget.value })}
      />
      <TextInput
        label={t(isUpload ? 'create.maxFiles' : 'create.maxUses')}
        description={isUpload ? undefined : t('create.maxUsesHint')}
        inputMode="numeric"
        value={form.maxUses}
        onChange={(event) => change({ maxUses: event.currentTarget.value.trim() })}
      />
      {isUpload && (
        <SizeField
          label={t('create.maxSize')}
          units={['KiB', 'MiB', 'GiB']}
          value={form.maxSize}
          onChange={(maxSize) => change({ maxSize })}
        />
      )}
      <SecretKeyField
        label={t('create.password')}
        description={t('create.passwordHint')}
        isNew
        value={form.password}
        onChange={(password) => change({ password })}
      />
      {!isUpload && (
        <Switch
          label={t('create.direct')}
          description={t('create.directHint')}
          checked={form.isDirect}
          onChange={(event) => change({ isDirect: event.currentTarget.checked })}
        />
      )}
      <TextInput
        label={t('create.sharedBy')}
        description={t('create.sharedByHint')}
        maxLength={MAX_SHARER_LENGTH}
        autoComplete="name"
        value={form.sharedBy}
        onChange={(event) => change({ sharedBy: event.currentTarget.value })}
      />
    </ModalForm>
  )
}
