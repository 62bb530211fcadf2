import '../messages/en/share-links.ts'
import { listShareLinks, type ShareLink } from '@cooperage/contract'
import { Box, Button, Switch } from '@mantine/core'
import { IconLink, IconLinkOff, IconLinkPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { placedButton, ResourceList } from '../shared/table/ResourceList.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { CreateLinkDialog, RevokeLinksDialog, useCan } from './index.ts'

const NONE: readonly ShareLink[] = []
const NOTHING: Selection = new Set()
const idOf = ({ id }: ShareLink) => id
const nameOf = ({ bucket, path }: ShareLink) => `${bucket}/${path}`

/** The links of the visitor, or for administrators those of everyone. */
export function ShareLinkList() {
  const t = useTexts('shareLinks')
  const { listOthers } = useCan('', 'listOthers')
  const [isForAll, setForAll] = useState(false)
  const [selected, setSelected] = useState(NOTHING)
  const { open, dialog } = useDialogs({
    create: (close) => <CreateLinkDialog onClose={close} />,
    revoke: (close, links: readonly ShareLink[]) => (
      <RevokeLinksDialog
        links={links}
        onClose={() => {
          close()
          setSelected(NOTHING)
        }}
      />
    ),
  })
  const list = useApiQuery(listShareLinks, { query: { of: isForAll ? 'everyone' : 'me' } })
  const rows = list.data ?? NONE
  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected])
  const columns = useMemo<Column<ShareLink>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(200px, 2fr)',
        name: nameOf,
      },
      {
        id: 'kind',
        header: t('columns.kind'),
        width: 'minmax(110px, 240px)',
        text: ({ kind, direct, has_password: hasPassword }) =>
          direct ? t('directKind') : t(hasPassword ? `lockedKinds.${kind}` : `kinds.${kind}`),
      },
      ...(isForAll
        ? [
            {
              id: 'owner',
              header: t('columns.owner'),
              width: 'minmax(130px, 1fr)',
              onPhone: 'hidden' as const,
              name: ({ owner }: ShareLink) => owner,
            },
          ]
        : []),
      {
        id: 'uses',
        header: t('columns.uses'),
        width: '104px',
        onPhone: 'hidden',
        number: ({ uses }) => uses,
        cell: ({ uses, max_uses: most }) =>
          most === 0 ? formatCount(uses) : t('usesOf', { uses: formatCount(uses), most: formatCount(most) }),
      },
      {
        id: 'created',
        header: t('columns.created'),
        width: '184px',
        onPhone: 'hidden',
        text: ({ created }) => created,
        cell: ({ created }) => <Timestamp iso={created} />,
      },
      {
        id: 'expiry',
        header: t('columns.expiry'),
        isNamedOnPhone: true,
        onPhone: 'ownLine',
        width: 'minmax(160px, 240px)',
        text: ({ expiry }) => expiry,
        cell: ({ expiry, status }) =>
          status === 'active' ? (
            <RelativeTime iso={expiry} />
          ) : (
            <StateMark tone={status === 'revoked' ? 'warn' : 'muted'} text={t(`status.${status}`)} />
          ),
      },
    ],
    [t, isForAll],
  )
  const actions = useMemo<RowAction<ShareLink>[]>(
    () => [
      {
        id: 'revoke',
        label: t('revoke.action'),
        icon: IconLinkOff,
        isDestructive: true,
        onSelect: (link) => open('revoke', [link]),
      },
    ],
    [t, open],
  )
  const add = placedButton(
    list,
    rows,
    <Button leftSection={<IconLinkPlus size={16} />} onClick={() => open('create')}>
      {t('create.action')}
    </Button>,
  )
  return (
    <>
      <ResourceList
        id="share-links"
        query={list}
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        actions={actions}
        selection={{
          selected,
          onChange: setSelected,
          actions: [
            {
              id: 'revoke',
              label: t('revoke.action'),
              icon: IconLinkOff,
              isDestructive: true,
              onSelect: () => open('revoke', chosen),
            },
          ],
        }}
        buttons={
          <>
            {listOthers === true && (
              <Switch
                label={t('everyone')}
                checked={isForAll}
                onChange={(event) => {
                  setSelected(NOTHING)
                  setForAll(event.currentTarget.checked)
                }}
              />
            )}
            <Box ml="auto">{add.usual}</Box>
          </>
        }
        empty={{ icon: IconLink, title: t('empty'), hint: t('emptyHint'), action: add.whenEmpty }}
        count={(count) => t('count', { count, number: formatCount(count) })}
      />
      {dialog}
    </>
  )
}
