import type { createShareLink, RouteResponse } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { copyText } from '../shared/copy-text.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatDate } from '../shared/text/numbers.ts'
import { WarningNote } from '../shared/WarningNote.tsx'

/** Host names that mean another machine to everyone who isn't on this one. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

type Created = RouteResponse<typeof createShareLink>

/** The address of a new link, which no call returns again. */
export function NewLink({ link, address, onClose }: Created & { onClose: () => void }) {
  const t = useTexts('shareLinks')
  const [isRefused, setRefused] = useState(false)
  const url = new URL(address, document.baseURI)
  const copy = async () => {
    if (!(await copyText(url.href))) return setRefused(true)
    showNotice(t('created.copied'))
    onClose()
  }
  return (
    <ModalForm
      title={t('created.title')}
      isKeptOpen
      onClose={onClose}
      closeLabel={t('created.done')}
      onSubmit={() => void copy()}
      submitLabel={t('created.copy')}
    >
      <p>{t('created.once')}</p>
      <TextInput
        label={t('created.address')}
        readOnly
        data-autofocus
        value={url.href}
        error={isRefused && t('created.copyByHand')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p>{t('created.until', { time: formatDate(link.expiry) })}</p>
      {LOOPBACK.test(url.hostname) && <WarningNote>{t('created.loopback', { host: url.hostname })}</WarningNote>}
    </ModalForm>
  )
}
