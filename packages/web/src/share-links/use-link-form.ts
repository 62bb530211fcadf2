import { createShareLink, listShareLinks } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { bytesOfInput } from '../shared/fields/size.ts'
import { type LinkForm, linkExpiry, linkProblem } from './link-form.ts'

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

/** The form of a link that outlives the session, what its dialog does, and the created link. */
export function useLinkForm(target: Partial<LinkForm> & { versionId?: string }) {
  const { versionId = '', ...start } = target
  const t = useTexts('shareLinks')
  const [form, setForm] = useState<LinkForm>({ ...EMPTY, ...start })
  const change = (part: Partial<LinkForm>) => setForm((known) => ({ ...known, ...part }))
  const create = useChange(createShareLink, { changes: [listShareLinks] })
  const isUpload = form.kind === 'upload'
  const problem = linkProblem(form)
  const submit = () =>
    create.mutate({
      body: {
        kind: form.kind,
        bucket: form.bucket.trim(),
        path: form.path,
        ...(versionId !== '' && { version_id: versionId }),
        expiry: linkExpiry(form.days, Date.now()),
        password: form.password,
        max_uses: Number(form.maxUses),
        direct: !isUpload && form.isDirect,
        shared_by: form.sharedBy,
        max_bytes: isUpload ? (bytesOfInput(form.maxSize) ?? 0) : 0,
      },
    })
  const dialog = {
    onSubmit: submit,
    submitLabel: t('create.submit'),
    call: create,
    isKeptOpen: create.isPending,
    disabledReason: problem && t(`problems.${problem}`),
  }
  return { form, change, dialog, created: create.data }
}
