import { Switch } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import { useCan } from '../index.ts'

interface BypassSwitchProps {
  bucket: string
  checked: boolean
  onChange: (isOn: boolean) => void
}

/** Also deletes versions under governance retention; disabled with the reason without the permission. */
export function BypassSwitch({ bucket, checked, onChange }: BypassSwitchProps) {
  const t = useTexts('objectDetail')
  const { bypassGovernance } = useCan(bucket, 'bypassGovernance')
  return (
    <Switch
      label={t('deletion.bypass')}
      description={t(bypassGovernance === false ? 'deletion.bypassLacks' : 'deletion.bypassHint')}
      disabled={bypassGovernance === false}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
