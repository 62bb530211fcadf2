import { formatBytes, MAX_IAM_BACKUP_BYTES } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../../messages/use-texts.ts'
import { useServers } from '../../../servers/index.ts'
import { FileInput } from '../../../shared/fields/FileInput.tsx'
import layout from '../../../shared/layout.module.css'
import { plainName } from '../../../shared/text/visible-name.ts'
import { useDialogs } from '../../../shared/use-dialogs.tsx'
import { AccountsDialog } from './AccountsDialog.tsx'

/** Takes users, groups, policies and access keys along to the target, which needs no bucket. */
export function AccountsCard({ server }: { server: string }) {
  const t = useTexts('migration')
  const servers = useServers()
  const source = plainName(servers.find(({ isHere }) => isHere)?.title ?? '')
  const target = plainName(servers.find(({ name }) => name === server)?.title ?? '')
  const input = useRef<HTMLInputElement>(null)
  const [archive, setArchive] = useState<File>()
  const [problem, setProblem] = useState('')
  const { open, dialog } = useDialogs({
    check: (close) => <AccountsDialog server={server} archive={archive} ends={{ source, target }} onClose={close} />,
  })
  const choose = (files: FileList | null) => {
    const [file] = files ?? []
    if (file === undefined) return
    const isTooLarge = file.size > MAX_IAM_BACKUP_BYTES
    setProblem(isTooLarge ? t('accounts.tooLarge', { limit: formatBytes(MAX_IAM_BACKUP_BYTES) }) : '')
    if (!isTooLarge) setArchive(file)
  }
  return (
    <section className={layout.card} aria-labelledby="migrate-accounts">
      <h2 id="migrate-accounts" className={layout.heading}>
        {t('accounts.title')}
      </h2>
      <p>{t('accounts.purpose', { source, target })}</p>
      <p className={layout.note}>{t('accounts.secrets')}</p>
      {archive && <p>{t('accounts.chosen', { name: plainName(archive.name) })}</p>}
      {problem !== '' && (
        <p className={layout.bad} role="alert">
          {problem}
        </p>
      )}
      <FileInput ref={input} label={t('accounts.archive')} accept=".zip,application/zip" onFiles={choose} />
      <div className={layout.buttons}>
        {archive === undefined ? (
          <Button variant="default" leftSection={<IconUpload size={16} />} onClick={() => input.current?.click()}>
            {t('accounts.choose')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setArchive(undefined)}>
            {t('accounts.remove', { source })}
          </Button>
        )}
        <Button onClick={() => open('check')}>{t('accounts.check')}</Button>
      </div>
      {dialog}
    </section>
  )
}
