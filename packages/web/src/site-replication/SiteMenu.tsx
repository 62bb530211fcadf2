import { cancelSiteResync, listSiteResyncs, type Site, type SiteResync } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconDotsVertical, IconPencil, IconPlayerStop, IconRefreshDot, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { showError } from '../shared/feedback/messages.ts'
import { ActionMenu } from '../shared/overlay/ActionMenu.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { EditSiteModal, RemoveSitesDialog, ResyncDialog, useDenied } from './index.ts'

interface SiteMenuProps {
  site: Site
  isDown: boolean
  /** A resync to buckets that aren't there never ends. */
  lacksBuckets: boolean
  resync: SiteResync | undefined
}

/** What can be done with a site. A resync goes from this site to another, so this one has none. */
export function SiteMenu({ site, isDown, lacksBuckets, resync }: SiteMenuProps) {
  const t = useTexts('siteReplication')
  const name = plainName(site.name)
  const denied = useDenied('', 'add', 'remove', 'resync')
  const cancel = useChange(cancelSiteResync, {
    changes: [listSiteResyncs],
    notice: t('resync.canceled', { name }),
    onError: showError,
    goneCodes: ['NoSiteResync'],
  })
  const { open, dialog } = useDialogs({
    edit: (close) => <EditSiteModal site={site} onClose={close} />,
    resync: (close) => <ResyncDialog site={site} onClose={close} />,
    remove: (close) => <RemoveSitesDialog site={site} typedName={site.name} onClose={close} />,
  })
  const obstacle = isDown ? t('resync.offline') : lacksBuckets ? t('resync.lacksBuckets') : undefined
  const ofResync =
    resync?.state === 'running'
      ? {
          id: 'cancel',
          label: t('resync.cancel'),
          icon: IconPlayerStop,
          disabledReason: denied.resync,
          onSelect: () => cancel.mutate({ query: { deploymentId: site.deploymentId } }),
        }
      : {
          id: 'resync',
          label: t('resync.action'),
          icon: IconRefreshDot,
          disabledReason: denied.resync ?? obstacle,
          onSelect: () => open('resync'),
        }
  return (
    <>
      <ActionMenu
        width={200}
        entries={[
          {
            id: 'edit',
            label: t('actions.edit'),
            icon: IconPencil,
            disabledReason: denied.add,
            onSelect: () => open('edit'),
          },
          ...(site.isHere ? [] : [ofResync]),
          {
            id: 'remove',
            label: t('actions.remove'),
            icon: IconTrash,
            isDestructive: true,
            disabledReason: denied.remove,
            onSelect: () => open('remove'),
          },
        ]}
      >
        {(opener) => (
          <ActionIcon {...opener} variant="subtle" color="gray" size={32} aria-label={t('actions.more', { name })}>
            <IconDotsVertical size={18} />
          </ActionIcon>
        )}
      </ActionMenu>
      {dialog}
    </>
  )
}
