import { type ChangedKey, LISTED_SECTIONS, listChangedSettings, listConfigurations } from '@cooperage/contract'
import { IconDownload, IconPencil, IconSettings, IconUpload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { configurationPath, settingsPath } from '../navigation/paths/settings.ts'
import { useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { Unknown } from '../shared/text/Unknown.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { ExportDialog, useDenied } from './index.ts'
import { UNLISTED, useSectionName, useSectionPurpose } from './section-names.ts'
import classes from './settings.module.css'

interface Row {
  section: string
  name: string
  description: string
  /** Whether it is in the server's own words, which are in English. */
  isReported: boolean
  isAbsent: boolean
}

const textsOf = ({ section, name, description }: Row) => [section, name, description]

const isListed = (section: string) => LISTED_SECTIONS.some((one) => one === section)

/** The sections of the specification first, then all others of the server. */
export function ConfigurationList() {
  const t = useTexts('settings')
  const { push } = useNavigation()
  const nameOf = useSectionName()
  const purposeOf = useSectionPurpose()
  const list = useApiQuery(listConfigurations, {})
  const invalidate = useInvalidate()
  const { configure: denied } = useDenied('', 'configure')
  const { open, dialog } = useDialogs({ export: (close) => <ExportDialog onClose={close} /> })
  const changes = useApiQuery(listChangedSettings, {}, { refetchOnMount: 'always' })
  const changedIn = useMemo(() => new Map(changes.data?.sections.map((one) => [one.section, one])), [changes.data])
  const rows = useMemo<Row[]>(() => {
    const reported = list.data?.configurations ?? []
    const first: readonly string[] = LISTED_SECTIONS
    const others = reported.map(({ key }) => key).filter((key) => !first.includes(key))
    return [...first, ...others].map((section) => {
      const found = reported.find(({ key }) => key === section)
      const isAbsent = found === undefined && section !== UNLISTED
      const description = purposeOf(section, found?.description ?? '')
      const isReported = description === found?.description
      return { section, name: nameOf(section), description, isReported, isAbsent }
    })
  }, [list.data, nameOf, purposeOf])
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
            <AppLink
              to={configurationPath(section)}
              tabIndex={-1}
              {...(isListed(section) ? {} : { translate: 'no' as const, title: section })}
            >
              {name}
            </AppLink>
          ),
      },
      {
        id: 'changed',
        header: t('sections.columns.changed'),
        width: 'minmax(200px, 1.5fr)',
        isUnsorted: true,
        cell: ({ section, isAbsent }) => {
          if (isAbsent) return ''
          if (changes.error) return <Unknown reason={changes.error.message} />
          const found = changedIn.get(section)
          if (found === undefined) return changes.data && <Unknown reason={t('sections.unlisted')} />
          return <Changed {...found} />
        },
      },
      {
        id: 'description',
        header: t('sections.columns.description'),
        width: 'minmax(200px, 2.5fr)',
        cell: ({ description, isReported, isAbsent }) => {
          const text = isAbsent ? t('sections.absent') : description
          return (
            <span title={text} translate={isReported ? 'no' : undefined}>
              {text}
            </span>
          )
        },
      },
    ],
    [t, changedIn, changes.data, changes.error],
  )
  const actions = useMemo<RowAction<Row>[]>(
    () => [
      {
        id: 'edit',
        label: t('sections.edit'),
        icon: IconPencil,
        disabledReason: ({ isAbsent }) => (isAbsent ? t('sections.absent') : undefined),
        to: ({ section }) => configurationPath(section),
      },
    ],
    [t],
  )
  return (
    <>
      <ResourceList
        id="configurations"
        query={list}
        onRefresh={() => void invalidate(listConfigurations, listChangedSettings)}
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

/** The values of a section that aren’t the defaults of the server. */
function Changed({ changed, total }: { changed: readonly ChangedKey[]; total: number }) {
  const t = useTexts('settings')
  if (total === 0) return <span className={layout.muted}>{t('sections.default')}</span>
  const text = changed.map(({ target, key, value, secret }) => {
    const shown = secret ? t('history.secret') : plainName(value)
    return `${target === '' ? '' : `${target}: `}${key}=${shown}`
  })
  return (
    <span className={classes.changed} title={text.join('\n')} translate="no">
      {text.join(', ')}
    </span>
  )
}
