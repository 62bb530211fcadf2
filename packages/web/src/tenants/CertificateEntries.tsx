import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { CertificateFile } from './CertificateFile.tsx'
import classes from './tenants.module.css'

export interface CertificateEntry {
  id: number
  /** In base64; '' until a file was chosen. */
  key: string
  cert: string
}

interface CertificateEntriesProps {
  title: string
  entries: readonly CertificateEntry[]
  onChange: (entries: CertificateEntry[]) => void
  /** Authorities have no key. */
  hasKeys: boolean
}

export const emptyEntry = (id = 0): CertificateEntry => ({ id, key: '', cert: '' })

/** Certificates to add: a list keeps at least one entry (spec operator-mode 2). */
export function CertificateEntries({ title, entries, onChange, hasKeys }: CertificateEntriesProps) {
  const t = useTexts('tenants')
  // Files are read one beside the other: what one of them changed must not be lost by the next.
  const latest = useRef(entries)
  useLayoutEffect(() => {
    latest.current = entries
  }, [entries])
  const change = (id: number, part: Partial<CertificateEntry>) => {
    const next = latest.current.map((entry) => (entry.id === id ? { ...entry, ...part } : entry))
    latest.current = next
    onChange(next)
  }
  return (
    <>
      {entries.map(({ id, key, cert }) => (
        <div key={id} className={classes.entry}>
          {hasKeys && (
            <CertificateFile
              label={`${title}: ${t('security.key')}`}
              kind="key"
              value={key}
              onChange={(value) => change(id, { key: value })}
            />
          )}
          <CertificateFile
            label={`${title}: ${t('security.cert')}`}
            kind="certificate"
            value={cert}
            onChange={(value) => change(id, { cert: value })}
          />
          {entries.length > 1 && (
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('security.removeEntry')}
              title={t('security.removeEntry')}
              onClick={() => onChange(entries.filter((entry) => entry.id !== id))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          )}
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...entries, emptyEntry(Math.max(...entries.map(({ id }) => id)) + 1)])}
        >
          {t('security.add')}
        </Button>
      </div>
    </>
  )
}

/** Pairs with both files; others are dropped (spec operator-mode 5). */
export function completePairs(entries: readonly CertificateEntry[]): { crt: string; key: string }[] {
  return entries.filter(({ key, cert }) => key !== '' && cert !== '').map(({ key, cert }) => ({ crt: cert, key }))
}

export function chosenAuthorities(entries: readonly CertificateEntry[]): string[] {
  return entries.map(({ cert }) => cert).filter((cert) => cert !== '')
}
