import { SITE_ENTITIES, type Site, type SiteEntityDifference, type SiteStatus } from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { IconListDetails, IconWorld } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { DifferenceDialog } from './index.ts'
import { listed, namesOf } from './site-names.ts'

const NONE: readonly SiteEntityDifference[] = []
const keyOf = ({ entity, name }: SiteEntityDifference) => `${entity} ${name}`
const nameOf = ({ name }: SiteEntityDifference) => name
const textsOf = ({ name }: SiteEntityDifference) => [name]

interface DifferenceListProps {
  query: UseQueryResult<SiteStatus, ApiError>
  sites: readonly Site[]
}

/** What isn't the same on all sites. */
export function DifferenceList({ query, sites }: DifferenceListProps) {
  const t = useTexts('siteReplication')
  const { differences = NONE, silent = [], left = 0 } = query.data ?? {}
  const [wanted, setWanted] = useState('')
  const rows = useMemo(
    () => (wanted === '' ? differences : differences.filter(({ entity }) => entity === wanted)),
    [differences, wanted],
  )
  const { open, dialog } = useDialogs({
    details: (close, difference: SiteEntityDifference) => (
      <DifferenceDialog difference={difference} sites={sites} onClose={close} />
    ),
  })
  const columns = useMemo<Column<SiteEntityDifference>[]>(
    () => [
      { id: 'name', header: t('differences.columns.name'), width: 'minmax(180px, 2fr)', name: nameOf },
      {
        id: 'kind',
        header: t('differences.columns.kind'),
        width: '120px',
        text: ({ entity }) => t(`entity.${entity}`),
      },
      {
        id: 'missing',
        header: t('differences.columns.missing'),
        width: 'minmax(140px, 1fr)',
        isNamedOnPhone: true,
        text: ({ missingOn }) => (missingOn.length === 0 ? '–' : namesOf(missingOn, sites)),
      },
      {
        id: 'differs',
        header: t('differences.columns.differs'),
        width: 'minmax(160px, 2fr)',
        onPhone: 'hidden',
        text: ({ differs }) => (differs.length === 0 ? '–' : listed(differs.map((part) => t(`parts.${part}`)))),
      },
    ],
    [t, sites],
  )
  const actions = useMemo<RowAction<SiteEntityDifference>[]>(
    () => [
      {
        id: 'details',
        label: t('differences.details'),
        icon: IconListDetails,
        onSelect: (difference) => open('details', difference),
      },
    ],
    [t, open],
  )
  return (
    <>
      <ResourceList
        id="site-differences"
        query={query}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={nameOf}
        label={t('differences.label')}
        actions={actions}
        search={{ label: t('differences.search'), texts: textsOf }}
        filters={
          <NativeSelect
            aria-label={t('differences.kind')}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
            data={[
              { value: '', label: t('differences.all') },
              ...SITE_ENTITIES.map((entity) => ({ value: entity, label: t(`entities.${entity}`) })),
            ]}
          />
        }
        empty={
          silent.length > 0
            ? {
                icon: IconWorld,
                title: t('differences.notCompared'),
                hint: t('comparison.silent', { sites: namesOf(silent, sites) }),
              }
            : { icon: IconWorld, title: t('differences.empty'), hint: t('differences.emptyHint') }
        }
        emptyFilter={
          wanted === '' || silent.length > 0 ? undefined : { icon: IconWorld, title: t('differences.emptyFilter') }
        }
        count={(count) => (
          <>
            {t('differences.count', { count, number: formatCount(count) })}
            {left > 0 && ` ${t('differences.left', { count: left, number: formatCount(left) })}`}
          </>
        )}
      />
      {dialog}
    </>
  )
}
