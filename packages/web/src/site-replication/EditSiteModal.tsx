import { BYTE_UNITS, editSite, getSiteReplication, getSiteStatus, type Site } from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { SizeField } from '../shared/fields/SizeField.tsx'
import { bytesOfInput, sizeInput } from '../shared/fields/size.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { isSiteEndpoint } from './site-checks.ts'

/** Changes where a site is, and how this site replicates to it. */
export function EditSiteModal({ site, onClose }: { site: Site; onClose: () => void }) {
  const t = useTexts(['siteReplication', 'shared'])
  const name = plainName(site.name)
  const [endpoint, setEndpoint] = useState(site.endpoint)
  const [isSync, setSync] = useState(site.isSync)
  const [size, setSize] = useState(() => sizeInput(site.bandwidth))
  const bandwidth = bytesOfInput(size)
  const isEndpoint = isSiteEndpoint(endpoint)
  // The server checks an address that it gets, so only what was changed is sent.
  const change = {
    ...(endpoint.trim() !== site.endpoint && { endpoint: endpoint.trim() }),
    ...(isSync !== site.isSync && { isSync }),
    ...(bandwidth !== undefined && bandwidth !== site.bandwidth && { bandwidth }),
  }
  const save = useChange(editSite, {
    changes: [getSiteReplication, getSiteStatus],
    notice: ({ isPartial }) => t(isPartial ? 'edit.partial' : 'edit.saved', { name }),
    onDone: onClose,
  })
  const disabledReason = () => {
    if (!isEndpoint) return t('edit.wrongEndpoint')
    if (bandwidth === undefined) return t('edit.wrongBandwidth')
    return Object.keys(change).length === 0 ? t('edit.unchanged') : undefined
  }
  return (
    <ModalForm
      title={t('edit.title', { name })}
      submitLabel={t('shared:save')}
      call={save}
      isErrorKept
      disabledReason={disabledReason()}
      onSubmit={() => save.mutate({ params: { deploymentId: site.deploymentId }, body: change })}
      onClose={onClose}
    >
      <TextInput
        label={t('edit.endpoint')}
        description={t('edit.endpointHint')}
        data-autofocus
        maxLength={2048}
        value={endpoint}
        error={isEndpoint ? undefined : t('edit.wrongEndpoint')}
        onChange={(event) => setEndpoint(event.currentTarget.value)}
      />
      {!site.isHere && (
        <>
          <Switch
            label={t('edit.sync')}
            description={t('edit.syncHint')}
            checked={isSync}
            onChange={(event) => setSync(event.currentTarget.checked)}
          />
          <SizeField
            label={t('edit.bandwidth')}
            description={t('edit.bandwidthHint')}
            units={BYTE_UNITS}
            unitLabel={(unit) => t('facts.perSecond', { size: unit })}
            value={size}
            error={bandwidth === undefined ? t('edit.wrongBandwidth') : undefined}
            onChange={setSize}
          />
        </>
      )}
    </ModalForm>
  )
}
