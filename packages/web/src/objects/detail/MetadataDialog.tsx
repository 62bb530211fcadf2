import { copyObjects, getObjectDetails, type ObjectDetails } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { KeyValueField } from '../../shared/fields/KeyValueField.tsx'
import { arePairsValid } from '../../shared/fields/pairs.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { DialogTitle } from './DialogTitle.tsx'
import {
  formOf,
  HEADERS,
  type HeaderField,
  headerProblem,
  isHeld,
  isRetained,
  isSameState,
  isTooMuch,
  nameProblem,
  toWanted,
} from './metadata-form.ts'
import { addressOf, isRealVersion, type ObjectRef, shortName } from './object-ref.ts'
import { useAfterChange } from './use-after-change.ts'

interface MetadataDialogProps {
  /** The latest version. */
  object: ObjectRef
  details: ObjectDetails
  onClose: () => void
}

/** Edits headers and user metadata of an object. The storage server changes them by a copy of the object onto itself. */
export function MetadataDialog({ object, details, onClose }: MetadataDialogProps) {
  const t = useTexts(['objectDetail', 'shared'])
  // The page reloads the object while the dialog is open: the edit is based on the version that was loaded here.
  const [began] = useState(details)
  const [form, setForm] = useState(() => formOf(began))
  const afterChange = useAfterChange(onClose)
  const save = useMutation<void, ApiError>({
    mutationFn: async () => {
      // An ETag covers only the content: metadata that others have changed must be shown, not overwritten.
      if (!isSameState(began, await call(getObjectDetails, addressOf(object)))) {
        throw new ApiError({ status: 412, code: 'PreconditionFailed', message: t('metadata.changedMeanwhile') })
      }
      const { bucket, key } = object
      const body = { source: key, target: key, metadata: toWanted(form, began), if_etag: began.etag }
      await call(copyObjects, { params: { bucket }, body })
    },
    onSuccess: () => afterChange(t('metadata.saved', { name: shortName(object) })),
  })
  const problemOf = (field: HeaderField) => {
    const problem = headerProblem(field, form.headers[field], began)
    return problem && t(`metadata.problems.${problem}`)
  }
  const hasProblem =
    HEADERS.some(([field]) => problemOf(field)) ||
    !arePairsValid(form.pairs) ||
    form.pairs.some((pair) => nameProblem(pair, form.pairs))
  const sizeProblem = isTooMuch(form.pairs) ? t('metadata.tooMuch') : undefined
  return (
    <ModalForm
      title={<DialogTitle text={t('metadata.title')} object={object} />}
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submitLabel={t('shared:save')}
      call={save}
      disabledReason={hasProblem ? t('metadata.unusable') : sizeProblem}
    >
      {HEADERS.map(([field, label], index) => (
        <TextInput
          key={field}
          label={label}
          data-autofocus={index === 0 || undefined}
          placeholder={field === 'expires' ? t('metadata.expiresExample') : undefined}
          error={problemOf(field)}
          value={form.headers[field]}
          onChange={(event) => setForm({ ...form, headers: { ...form.headers, [field]: event.currentTarget.value } })}
        />
      ))}
      <KeyValueField
        label={t('metadata.own')}
        description={t('metadata.ownHint')}
        value={form.pairs}
        onChange={(pairs) => setForm({ ...form, pairs })}
        problemOf={(pair) => {
          const problem = nameProblem(pair, form.pairs)
          return problem && t(`metadata.problems.${problem}`)
        }}
      />
      {sizeProblem && <p>{sizeProblem}</p>}
      <p>{t(isRealVersion(began.version_id) ? 'metadata.newVersion' : 'metadata.inPlace')}</p>
      {(isHeld(began) || isRetained(began)) && <p>{t('metadata.kept')}</p>}
    </ModalForm>
  )
}
