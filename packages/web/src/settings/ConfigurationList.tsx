import { LISTED_SECTIONS, listConfigurations } from '@cooperage/contract'
import { IconDownload, IconPencil, IconSettings, IconUpload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../navigation/AppLink.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { configurationPath, settingsPath } from '../navigation/paths/settings.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { ExportDialog, useDenied } from './index.ts'
import { useSectionName, useSectionPurpose } from './section-names.ts'

interface Row {
  section: string
  name: string
  description: string
  isAbsent: boolean
}

const textsOf = ({ section, name, description }: Row) => [section, name, description]

/** Servers still have this section, but no longer list it. */
const UNLISTED = 'region'

/** The sections of the specification first, then all others of the server. */
export function ConfigurationList() {
  const { t } = useTranslation('settings')
  const { push } = useNavigation()
  const nameOf = useSectionName()
  const purposeOf = useSectionPurpose()
  const list = useApiQuery(listConfigurations, {})
  const { configure: denied } = useDenied('', 'configure')
  const { open, dialog } = useDialogs({ export: (close) => <ExportDialog onClose={close} /> })
  const rows = useMemo<Row[]>(() => {
    const reported = list.data?.configurations ?? []
    const first: readonly string[] = LISTED_SECTIONS
    const others = reported.map(({ key }) => key).filter((key) => !first.includes(key))
    return [...first, ...others].map((section) => {
      const found = reported.find(({ key }) => key === section)
      const isAbsent = found === undefined && section !== UNLISTED
      const description = found?.description ?? (section === UNLISTED ? t('sections.region') : '')
      return { section, name: nameOf(section), description: purposeOf(section, description), isAbsent }
    })
  }, [list.data, nameOf, purposeOf, t])
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'name',
        header: t('sections.columns.name'),
        width: 'minmax(180px, 1fr)',
        text: ({ name }) => name,
        cell: ({ section, name, isAbsent }) =>
          isAbsent ? (
            name
          ) : (
            <AppLink to={configurationPath(section)} tabIndex={-1} translate={name === section ? 'no' : undefined}>
              {name}
            </AppLink>
          ),
      },
      {
        id: 'description',
        header: t('sections.columns.description'),
        width: 'minmax(200px, 2.5fr)',
        cell: ({ description, isAbsent }) =>
          isAbsent ? t('sections.absent') : <span translate="no">{description}</span>,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Row>[]>(
    () => [
      {
        id: 'edit',
        label: t('sections.edit'),
        icon: IconPencil,
        disabledReason: ({ isAbsent }) => (isAbsent ? t('sections.absent') : undefined),
        onSelect: ({ section }) => push(configurationPath(section)),
      },
    ],
    [t, push],
  )
  return (
    <>
      <ResourceList
        query={list}
        search={{ label: t('sections.search'), texts: textsOf }}
        buttons={
          <>
            <ExplainedButton
              variant="default"
              leftSection={<IconUpload size={16} />}
              disabledReason={denied}
              onClick={() => push(settingsPath('import'))}
            >
              {t('import.open')}
            </ExplainedButton>
            <ExplainedButton
              variant="default"
              leftSection={<IconDownload size={16} />}
              disabledReason={denied}
              onClick={() => open('export')}
            >
              {t('export.open')}
            </ExplainedButton>
          </>
        }
        label={t('sections.list')}
        columns={columns}
        rows={rows}
        rowId={({ section }) => section}
        rowName={({ name }) => name}
        onOpen={({ section, isAbsent }) => (isAbsent ? undefined : () => push(configurationPath(section)))}
        actions={actions}
        empty={{ icon: IconSettings, title: t('sections.absent') }}
        count={(count) => t('sections.count', { count })}
      />
      {dialog}
    </>
  )
}
