import { getSiteReplication, getSiteStatus, listSiteResyncs, removeSites, type Site } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import layout from '../shared/layout.module.css'
import { plainName } from '../shared/text/visible-name.ts'
import { WarningNote } from '../shared/WarningNote.tsx'

const KEPT = ['data', 'settings'] as const

interface RemoveSitesDialogProps {
  /** undefined for all. */
  site: Site | undefined
  /** What is typed before. */
  typedName: string
  onClose: () => void
}

/** Removes a site, or all, after it was said what stays, and a name was typed. */
export function RemoveSitesDialog({ site, typedName, onClose }: RemoveSitesDialogProps) {
  const t = useTexts('siteReplication')
  const name = plainName(site?.name ?? '')
  const remove = useChange(removeSites, {
    changes: [getSiteReplication, getSiteStatus, listSiteResyncs],
    goneCodes: 'any',
    onDone: ({ isPartial, reason }) => {
      // The dialog is gone with the site by now.
      if (isPartial) showError({ message: t('remove.partial', { reason: plainName(reason) }), detailedMessage: '' })
      else showNotice(site ? t('remove.done', { name }) : t('remove.doneAll'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={site ? t('remove.title', { name }) : t('remove.titleAll')}
      confirmLabel={site ? t('remove.confirm') : t('remove.confirmAll')}
      typedName={typedName}
      call={remove}
      isErrorKept
      onConfirm={() => remove.mutate({ body: { names: site ? [site.name] : [] } })}
      onClose={onClose}
    >
      <p>{site ? t('remove.whatOne', { name }) : t('remove.whatAll')}</p>
      {site?.isHere && <WarningNote>{t('remove.here')}</WarningNote>}
      <h3 className={layout.subheading}>{t('remove.stays')}</h3>
      <ul className={layout.bullets}>
        {KEPT.map((one) => (
          <li key={one}>{t(`remove.kept.${one}`)}</li>
        ))}
      </ul>
      <p>{t('remove.gone')}</p>
      <p className={layout.note}>{t('remove.down')}</p>
    </ConfirmDialog>
  )
}
