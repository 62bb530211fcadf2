import {
  addSites,
  checkSites,
  getSiteReplication,
  getSiteStatus,
  listSiteResyncs,
  MAX_SITES,
  type Site,
  type TypedSite,
} from '@cooperage/contract'
import { Button, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { useChange } from '../shared/api/use-change.ts'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { CheckedSites } from './CheckedSites.tsx'
import { findingsOf, isSiteEndpoint, obstacleOf } from './site-checks.ts'
import { TypedSiteFields } from './TypedSiteFields.tsx'

interface AddSitesModalProps {
  /** The sites that replicate when the dialog is opened. */
  group: readonly Site[]
  onClose: () => void
}

const EMPTY: TypedSite = { name: '', endpoint: '', accessKey: '', secretKey: '' }

/** Lists all sites with their keys, which are checked first, and then passed to the storage server and forgotten. */
export function AddSitesModal({ group, onClose }: AddSitesModalProps) {
  const t = useTexts('siteReplication')
  const storage = useSession()?.storage ?? ''
  const [sites, setSites] = useState<readonly (TypedSite & { id: number })[]>(() =>
    [
      ...(group.length > 0
        ? group.map(({ name, endpoint }) => ({ ...EMPTY, name, endpoint }))
        : [{ ...EMPTY, endpoint: storage }]),
      EMPTY,
    ].map((site, id) => ({ ...site, id })),
  )
  const [replicatesExpiry, setReplicatesExpiry] = useState(false)
  const typed = sites.map(({ id: _, ...site }) => ({ ...site, endpoint: site.endpoint.trim() }))
  const check = useChange(checkSites, { changes: [] })
  const add = useChange(addSites, {
    changes: [getSiteReplication, getSiteStatus, listSiteResyncs],
    goneCodes: 'any',
    onDone: ({ isPartial, reason: words }) => {
      const reason = plainName(words)
      if (!isPartial && reason === '') showNotice(t('add.done'))
      else showError({ message: t(isPartial ? 'add.partial' : 'add.synced', { reason }), detailedMessage: '' })
      onClose()
    },
  })
  const change = (id: number, part: Partial<TypedSite>) =>
    setSites((before) => before.map((site) => (site.id === id ? { ...site, ...part } : site)))

  if (check.data) {
    const { here, items } = check.data
    const findings = findingsOf(here, items, new Set(group.map(({ deploymentId }) => deploymentId)))
    const obstacle = obstacleOf(findings)
    return (
      <ModalForm
        key="checked"
        title={t('add.title')}
        submitLabel={t('add.action')}
        back={{ label: t('add.back'), onClick: () => check.reset() }}
        call={add}
        isErrorKept
        isWide
        isKeptOpen
        disabledReason={obstacle && t(`add.obstacles.${obstacle}`)}
        onSubmit={() => add.mutate({ body: { sites: typed, replicatesExpiry } })}
        onClose={onClose}
      >
        <CheckedSites items={items} findings={findings} group={group} />
      </ModalForm>
    )
  }
  const isIncomplete = typed.some(
    ({ name, endpoint, accessKey, secretKey }) =>
      name === '' || accessKey === '' || secretKey === '' || !isSiteEndpoint(endpoint),
  )
  const areNamesSame = new Set(typed.map(({ name }) => name)).size < typed.length
  return (
    <ModalForm
      key="typed"
      title={t('add.title')}
      submitLabel={t('add.check')}
      call={check}
      isErrorKept
      isWide
      isKeptOpen
      disabledReason={isIncomplete ? t('add.incomplete') : areNamesSame ? t('add.sameNames') : undefined}
      onSubmit={() => check.mutate({ body: { sites: typed } })}
      onClose={onClose}
    >
      <p>{t('add.what')}</p>
      {group.length > 0 && <p>{t('add.present')}</p>}
      {sites.map((site, index) => {
        const present = group[index]
        const isHere = present ? present.isHere : group.length === 0 && index === 0
        return (
          <TypedSiteFields
            key={site.id}
            title={isHere ? t('add.self') : t('add.site', { number: index + 1 })}
            value={site}
            isPresent={present !== undefined}
            isFirst={index === 0}
            onChange={(part) => change(site.id, part)}
            {...(index >= Math.max(2, group.length) && {
              drop: {
                label: t('add.drop', { number: index + 1 }),
                onClick: () => setSites((before) => before.filter(({ id }) => id !== site.id)),
              },
            })}
          />
        )
      })}
      {sites.length < MAX_SITES && (
        <div className={layout.buttons}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() =>
              setSites((before) => [...before, { ...EMPTY, id: Math.max(...before.map(({ id }) => id)) + 1 }])
            }
          >
            {t('add.another')}
          </Button>
        </div>
      )}
      {group.length === 0 && (
        <Switch
          label={t('add.expiry')}
          description={t('add.expiryHint')}
          checked={replicatesExpiry}
          onChange={(event) => setReplicatesExpiry(event.currentTarget.checked)}
        />
      )}
    </ModalForm>
  )
}
