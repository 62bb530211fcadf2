import { listSiteResyncs, type Site, startSiteResync } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { joined } from './site-names.ts'

/** Starts a resync from this site to another. */
export function ResyncDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const t = useTexts(['siteReplication', 'shared'])
  const name = plainName(site.name)
  const [failed, setFailed] = useState<readonly string[]>([])
  const start = useChange(startSiteResync, {
    changes: [listSiteResyncs],
    goneCodes: 'any',
    onDone: ({ failures }) => {
      setFailed(failures.map(({ bucket }) => bucket))
      if (failures.length > 0) return
      showNotice(t('resync.started', { name }))
      onClose()
    },
  })
  const isOver = failed.length > 0
  return (
    <ModalForm
      title={t('resync.title', { name })}
      submitLabel={isOver ? t('shared:close') : t('resync.start')}
      hasOneButton={isOver}
      call={start}
      isErrorKept
      onSubmit={isOver ? onClose : () => start.mutate({ body: { deploymentId: site.deploymentId } })}
      onClose={onClose}
    >
      <p>{t('resync.what', { name })}</p>
      <div role="status">
        {isOver && (
          <WarningNote>
            {t('resync.partial', {
              count: failed.length,
              number: formatCount(failed.length),
              buckets: joined(failed),
            })}
          </WarningNote>
        )}
      </div>
    </ModalForm>
  )
}
