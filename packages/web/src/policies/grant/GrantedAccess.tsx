import '../../messages/en/grants.ts'
import { listAccessGrants, type StoredGrant } from '@cooperage/contract'
import { IconPencil, IconUserPlus, IconUserX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import { StateMark } from '../../shared/StateMark.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { placedButton, ResourceList } from '../../shared/table/ResourceList.tsx'
import { nameList } from '../../shared/text/punctuation.ts'
import { RelativeTime } from '../../shared/text/RelativeTime.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import type { Principal } from '../attach/attachments.ts'
import { GrantAccessDialog, useGrantDenied } from '../index.ts'
import type { ChosenGrant } from './GrantAccessDialog.tsx'
import { placeText } from './grant-form.ts'

const NONE: readonly StoredGrant[] = []
const idOf = ({ number }: StoredGrant) => String(number)
const textsOf = (grant: StoredGrant) => [placeText(grant)]

interface GrantedAccessProps {
  owner: Principal
  /** Why nothing can be granted to it, whatever the account may do. */
  disabledReason?: string | undefined
}

/** The access that was granted to a user or group, to be changed and revoked: a tab of its page. */
export function GrantedAccess({ owner, disabledReason }: GrantedAccessProps) {
  const t = useTexts('grants')
  const list = useApiQuery(listAccessGrants, { query: { entityType: owner.kind, entityName: owner.name } })
  const grantDenied = useGrantDenied() ?? undefined
  const denied = disabledReason ?? grantDenied
  const { open, dialog } = useDialogs({
    grant: (close) => <GrantAccessDialog bucket="" owner={owner} onClose={close} />,
    stored: (close, chosen: ChosenGrant) => (
      <GrantAccessDialog bucket={chosen.grant.bucket} owner={owner} chosen={chosen} onClose={close} />
    ),
  })
  const columns = useGrantColumns()
  const actions = useMemo<RowAction<StoredGrant>[]>(
    () => [
      {
        id: 'change',
        label: t('change'),
        icon: IconPencil,
        disabledReason: () => denied,
        onSelect: (grant) => open('stored', { grant, isRevoked: false }),
      },
      {
        id: 'revoke',
        label: t('revoke'),
        icon: IconUserX,
        isDestructive: true,
        disabledReason: () => denied,
        onSelect: (grant) => open('stored', { grant, isRevoked: true }),
      },
    ],
    [t, open, denied],
  )
  const rows = list.data?.grants ?? NONE
  // Its usual place is the head of the page.
  const { whenEmpty } = placedButton(
    list,
    rows,
    <ExplainedButton leftSection={<IconUserPlus size={16} />} disabledReason={denied} onClick={() => open('grant')}>
      {t('submit')}
    </ExplainedButton>,
  )
  return (
    <div className={layout.tabList}>
      <ResourceList
        query={list}
        id="access-grants"
        label={t('ofOwner.title')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={placeText}
        actions={actions}
        search={{ label: t('ofOwner.search'), texts: textsOf }}
        above={<p className={layout.note}>{t(`ofOwner.hint.${owner.kind}`)}</p>}
        empty={{ icon: IconUserPlus, title: t('ofOwner.empty'), hint: t('ofOwner.emptyHint'), action: whenEmpty }}
        count={(count) => count > 0 && t('ofOwner.count', { count })}
      />
      {dialog}
    </div>
  )
}

function useGrantColumns(): Column<StoredGrant>[] {
  const t = useTexts('grants')
  return useMemo(
    () => [
      { id: 'place', header: t('columns.place'), width: 'minmax(200px, 2fr)', name: placeText },
      {
        id: 'access',
        header: t('access'),
        width: 'minmax(140px, 1fr)',
        text: ({ access }) => t(`kinds.${access}`),
        cell: ({ access, actions }) => (
          <span title={access === 'custom' ? nameList(actions) : t(`hints.${access}`)}>{t(`kinds.${access}`)}</span>
        ),
      },
      {
        id: 'until',
        header: t('until'),
        width: '150px',
        isNamedOnPhone: true,
        compare: (a, b) => endOf(a) - endOf(b),
        cell: ({ until }) => (until === '' ? t('ends.never') : <RelativeTime iso={until} />),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: 'minmax(130px, 1fr)',
        onPhone: 'ownLine',
        compare: (a, b) => STATUSES.indexOf(statusOf(a)) - STATUSES.indexOf(statusOf(b)),
        cell: (grant) => <GrantStatus grant={grant} />,
      },
    ],
    [t],
  )
}

/** Whether the grant has an effect now. */
function GrantStatus({ grant }: { grant: StoredGrant }) {
  const t = useTexts('grants')
  const status = statusOf(grant)
  return <StateMark tone={TONES[status]} text={t(status)} />
}

const STATUSES = ['detached', 'ended', 'inEffect'] as const
const TONES = { detached: 'warn', ended: 'muted', inEffect: 'good' } as const

function statusOf(grant: StoredGrant): (typeof STATUSES)[number] {
  if (!grant.isAttached) return 'detached'
  return endOf(grant) <= Date.now() ? 'ended' : 'inEffect'
}

/** Orders grants that never end behind all others. */
function endOf({ until }: StoredGrant): number {
  return until === '' ? Number.POSITIVE_INFINITY : Date.parse(until)
}
