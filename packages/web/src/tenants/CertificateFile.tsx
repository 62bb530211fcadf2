import { useId, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { showError } from '../shared/feedback/messages.ts'
import layout from '../shared/layout.module.css'
import { CERTIFICATE_FILES, KEY_FILES, readCertificateFile } from './read-certificate-file.ts'
import classes from './tenants.module.css'

interface CertificateFileProps {
  label: string
  kind: 'key' | 'certificate'
  /** In base64; '' for none. */
  value: string
  onChange: (base64: string) => void
}

/** A file with a key or a certificate. */
export function CertificateFile({ label, kind, value, onChange }: CertificateFileProps) {
  const t = useTexts('tenants')
  const id = useId()
  const [name, setName] = useState('')
  const read = async (file: File | undefined) => {
    const base64 = file === undefined ? '' : await readCertificateFile(file)
    if (base64 === undefined)
      showError({ message: t('security.tooLarge', { name: file?.name ?? '' }), detailedMessage: '' })
    setName(base64 ? (file?.name ?? '') : '')
    onChange(base64 ?? '')
  }
  return (
    <div className={classes.file}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.fileControl}>
        <span className={classes.fileButton} aria-hidden="true">
          {t('security.choose')}
        </span>
        <span className={`${layout.cut} ${classes.fileName}`} data-none={value === '' || undefined}>
          {name || t(value === '' ? 'security.none' : 'security.chosen')}
        </span>
        <input
          id={id}
          type="file"
          accept={kind === 'key' ? KEY_FILES : CERTIFICATE_FILES}
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </div>
    </div>
  )
}
