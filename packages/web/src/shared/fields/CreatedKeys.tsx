import { TextInput } from '@mantine/core'
import { CopyButton } from '../CopyButton.tsx'

interface CreatedKeysProps {
  accessKey: { label: string; value: string }
  secretKey: { label: string; value: string }
}

/** New keys, to copy: no call shows the secret key again. */
export function CreatedKeys({ accessKey, secretKey }: CreatedKeysProps) {
  return [accessKey, secretKey].map(({ label, value }) => (
    <TextInput
      key={label}
      label={label}
      value={value}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton text={value} what={label} />}
    />
  ))
}
