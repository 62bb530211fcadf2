import '../../messages/en/create-bucket.ts'
import { getQuotaTypes, type QuotaType } from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { SizeField } from '../../shared/fields/SizeField.tsx'
import { type QuotaForm, quotaProblem } from './quota-form.ts'

interface QuotaFieldsProps {
  sizeLabel: string
  value: QuotaForm
  onChange: (value: QuotaForm) => void
}

/** Size and unit of a quota, and its type if the server supports several. */
export function QuotaFields({ sizeLabel, value, onChange }: QuotaFieldsProps) {
  const t = useTexts('createBucket')
  const known = useApiQuery(getQuotaTypes, {}, { staleTime: Number.POSITIVE_INFINITY }).data?.types ?? ['hard']
  const types: QuotaType[] = known.includes(value.type) ? known : [...known, value.type]
  const problem = quotaProblem(value)
  return (
    <>
      <SizeField
        label={sizeLabel}
        min={1}
        error={problem && t(problem)}
        value={value.size}
        onChange={(size) => onChange({ ...value, size })}
      />
      {types.length > 1 && (
        <NativeSelect
          label={t('quotaType')}
          data={types.map((type) => ({ value: type, label: t(`quotaTypes.${type}`) }))}
          value={value.type}
          onChange={(event) => onChange({ ...value, type: event.currentTarget.value as QuotaType })}
        />
      )}
    </>
  )
}
