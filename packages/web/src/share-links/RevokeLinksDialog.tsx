import '../messages/en/share-links.ts'
import { listShareLinks, revokeShareLinks, type ShareLink, sentence } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'

interface RevokeLinksDialogProps {
  links: readonly ShareLink[]
  onClose: () => void
}

/** Revokes links, which stop working immediately. */
export function RevokeLinksDialog({ links, onClose }: RevokeLinksDialogProps) {
  const t = useTexts('shareLinks')
  const only = links.length === 1 ? links[0] : undefined
  const words = { count: links.length, number: formatCount(links.length) }
  const revoke = useChange(revokeShareLinks, {
    changes: [listShareLinks],
    goneCodes: ['NoSuchShareLink'],
    onDone: ({ keys_left: left }) => {
      const [first] = left
      if (first === undefined) showNotice(t('revoke.done', words))
      else
        showError({
          message: t('revoke.keysLeft', { count: left.length }),
          detailedMessage: sentence(first.text) ?? first.reason,
        })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('revoke.title', words)}
      confirmLabel={t('revoke.action')}
      onConfirm={() => revoke.mutate({ body: { ids: links.map(({ id }) => id) } })}
      onClose={onClose}
      call={revoke}
    >
      {only && (
        <p>
          <ObjectName name={`${only.bucket}/${only.path}`} />
        </p>
      )}
      <p>{t('revoke.note', words)}</p>
    </ConfirmDialog>
  )
}
