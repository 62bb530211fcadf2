import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../../../messages/use-texts.ts'
import { useServers } from '../../../servers/index.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import layout from '../../../shared/layout.module.css'
import { formatCount } from '../../../shared/text/numbers.ts'
import { plainName } from '../../../shared/text/visible-name.ts'
import { useDialogs } from '../../../shared/use-dialogs.tsx'
import { WarningNote } from '../../../shared/WarningNote.tsx'
import { newKeys, saveNewKeys, useHasUnsavedKeys, useNewKeys, useServersWithLeftKeys } from './new-keys.ts'

/** Has the new keys of a target saved. `children`: other buttons, as long as it hasn't. */
export function NewKeysNote({ server, children }: { server: string; children?: ReactNode }) {
  const t = useTexts('migration')
  const { keys } = useNewKeys(server)
  const hasUnsaved = useHasUnsavedKeys(server)
  if (keys.length === 0) return null
  const number = formatCount(keys.length)
  return (
    <>
      {hasUnsaved ? (
        <WarningNote>{t('accounts.keys', { number })}</WarningNote>
      ) : (
        <p className={layout.note}>{t('accounts.keysSaved', { number })}</p>
      )}
      <div className={layout.buttons}>
        {hasUnsaved && children}
        <Button
          variant={hasUnsaved ? 'filled' : 'default'}
          leftSection={<IconDownload size={16} />}
          onClick={() => saveNewKeys(server)}
        >
          {t('accounts.saveKeys')}
        </Button>
      </div>
    </>
  )
}

interface DiscardKeysDialogProps {
  server: string
  /** Its title. */
  target: string
  onKept: () => void
  onDiscarded: () => void
}

export function DiscardKeysDialog({ server, target, onKept, onDiscarded }: DiscardKeysDialogProps) {
  const t = useTexts('migration')
  const { keys, saved } = useNewKeys(server)
  const discard = () => {
    newKeys.discard(server)
    onDiscarded()
  }
  return (
    <ConfirmDialog
      title={t('accounts.discardTitle', { target })}
      onClose={onKept}
      confirmLabel={t('accounts.discard')}
      onConfirm={discard}
    >
      {t('accounts.discardText', { number: formatCount(keys.length - saved) })}
    </ConfirmDialog>
  )
}

/** New keys whose dialog was left before they were saved. */
export function LeftKeys() {
  useEffect(() => newKeys.forgetSaved, [])
  return useServersWithLeftKeys().map((server) => <LeftKeysCard key={server} server={server} />)
}

function LeftKeysCard({ server }: { server: string }) {
  const t = useTexts('migration')
  const target = plainName(useServers().find(({ name }) => name === server)?.title ?? server)
  const { open, dialog } = useDialogs({
    discard: (close) => <DiscardKeysDialog server={server} target={target} onKept={close} onDiscarded={close} />,
  })
  return (
    <section className={layout.card} aria-labelledby={`new-keys-${server}`}>
      <h2 id={`new-keys-${server}`} className={layout.heading}>
        {t('accounts.keysOf', { target })}
      </h2>
      <NewKeysNote server={server}>
        <Button variant="default" onClick={() => open('discard')}>
          {t('accounts.discard')}
        </Button>
      </NewKeysNote>
      {dialog}
    </section>
  )
}
