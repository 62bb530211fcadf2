import { Button, Input } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { FileInput } from '../shared/fields/FileInput.tsx'
import layout from '../shared/layout.module.css'
import { plainName } from '../shared/text/visible-name.ts'

interface CredentialsFileProps {
  error: string | undefined
  /** Called with the file in base64; '' for a file that can't be used. */
  onChange: (base64: string) => void
}

/** Chooses the JSON file with the key of a GCS service account. */
export function CredentialsFile({ error, onChange }: CredentialsFileProps) {
  const t = useTexts('tiers')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    setName(file.name)
    onChange('')
    if (!file.name.toLowerCase().endsWith('.json')) return setProblem(t('form.notJson'))
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      setProblem(undefined)
      onChange(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')))
    } catch {
      // The file was changed or removed since it was chosen.
      setProblem(t('form.unreadable'))
    }
  }
  return (
    <Input.Wrapper
      labelElement="div"
      label={t('form.creds')}
      description={t('form.credsHint')}
      error={problem ?? error}
      withAsterisk
    >
      <div className={layout.buttons}>
        <Button
          variant="default"
          leftSection={<IconFileUpload size={16} />}
          aria-describedby={id}
          onClick={() => input.current?.click()}
        >
          {t('form.chooseFile')}
        </Button>
        <span id={id} className={layout.note}>
          {plainName(name)}
        </span>
      </div>
      <FileInput
        ref={input}
        label={t('form.credsHint')}
        accept=".json,application/json"
        onFiles={(files) => void choose(files?.[0])}
      />
    </Input.Wrapper>
  )
}
