import { IAM_KINDS, type IamKind } from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export type KindChoice = IamKind | ''

export function KindFilter({ value, onChange }: { value: KindChoice; onChange: (value: KindChoice) => void }) {
  const { t } = useTranslation('iamBackup')
  return (
    <NativeSelect
      aria-label={t('preview.kind')}
      value={value}
      onChange={(event) => onChange(IAM_KINDS.find((kind) => kind === event.currentTarget.value) ?? '')}
      data={[
        { value: '', label: t('preview.allKinds') },
        ...IAM_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
      ]}
    />
  )
}
